import type { Redactor } from "../../../src/log/redactor.ts";

/** Splits the bytes at the borders, which may be any numbers. */
export function inChunks(bytes: Uint8Array, borders: readonly number[]): Uint8Array[] {
  const ends = borders.map((border) => border % (bytes.length + 1)).toSorted((one, other) => one - other);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

export async function throughStream(
  redactor: Redactor,
  chunks: readonly (string | Uint8Array)[],
): Promise<string> {
  const stream = redactor.stream();
  const out = stream.toArray();
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  return Buffer.concat((await out) as Buffer[]).toString();
}
