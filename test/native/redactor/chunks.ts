import type { Redactor } from "../../../src/log/redactor.ts";

export function inChunks(bytes: Uint8Array, borders: readonly number[]): Uint8Array[] {
  const ends = borders.map((border) => border % bytes.length).toSorted((one, other) => one - other);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

export async function throughStream(
  redactor: Redactor,
  chunks: readonly (string | Uint8Array)[],
): Promise<string> {
  const stream = redactor.stream();
  const out: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => out.push(chunk));
  const ended = new Promise((resolve) => stream.once("end", resolve));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await ended;
  return Buffer.concat(out).toString();
}
