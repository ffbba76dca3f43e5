import { expect, test } from "vitest";
import { FileReader } from "../../../../src/interactions/messages/multipart.ts";

async function* chunks(...all: unknown[]) {
  for (const one of all) yield one as Uint8Array;
}

async function readAll(data: AsyncIterable<Uint8Array>, size?: number): Promise<number> {
  const reader = new FileReader({ index: 0, name: "map.png", data, ...(size !== undefined && { size }) }, 10);
  let count = 0;
  for (let chunk = await reader.next(); chunk; chunk = await reader.next()) count += chunk.byteLength;
  return count;
}

const bytes = (count: number) => new Uint8Array(count);

/** Bytes that throw when they are looked at. */
function hostileBytes(trap: "get" | "getPrototypeOf"): Uint8Array {
  return new Proxy(bytes(1), {
    [trap]: (target: Uint8Array, name: unknown) => {
      // So that it can be awaited at all.
      if (name === "then") return undefined;
      throw new Error(`secret of ${target.byteLength}`);
    },
  });
}

test("a file is read to its end; pieces with nothing in them are left out", async () => {
  expect(await readAll(chunks(bytes(4), bytes(0), bytes(6)))).toBe(10);
  expect(await readAll(chunks(bytes(4), bytes(6)), 10)).toBe(10);
  expect(await readAll(chunks())).toBe(0);
});

test.each<[string, AsyncIterable<Uint8Array>, number | undefined]>([
  ["file_too_large", chunks(bytes(4), bytes(7)), undefined],
  ["file_size_wrong", chunks(bytes(4), bytes(2)), 5],
  ["file_size_wrong", chunks(bytes(4)), 5],
  ["file_unreadable", chunks("text"), undefined],
  ["file_unreadable", chunks(hostileBytes("getPrototypeOf")), undefined],
  ["file_unreadable", chunks(hostileBytes("get")), undefined],
  [
    "file_unreadable",
    { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("secret")) }) },
    3,
  ],
  [
    "file_unreadable",
    {
      [Symbol.asyncIterator]: () => {
        throw new Error("secret");
      },
    },
    3,
  ],
])("%s, %#", async (code, data, size) => {
  const failed = await readAll(data, size).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code, type: 6, message: expect.stringContaining('"map.png"') });
  expect(String((failed as Error).stack)).not.toContain("secret");
});

test("a stream that somebody else reads is not read", async () => {
  const stream = new Blob(["x"]).stream();
  stream.getReader();
  await expect(readAll(stream as unknown as AsyncIterable<Uint8Array>)).rejects.toMatchObject({
    code: "file_unreadable",
  });
});

test("a source that gives nothing again and again leaves others their turn", async () => {
  const empty = bytes(0);
  let turns = 0;
  let turnsBefore = Infinity;
  setTimeout(() => (turnsBefore = turns), 0);
  // Without the turn of others it ends at some time too, so that a failure is no hang.
  const isOver = () => turnsBefore < Infinity || ++turns > 1_000;
  const data = {
    [Symbol.asyncIterator]: () => ({ next: async () => ({ done: isOver(), value: empty }) }),
  } as AsyncIterable<Uint8Array>;
  await readAll(data);
  expect(turnsBefore).toBeLessThan(1_000);
});

test("one that is given up gives nothing more, and a source without end is left", async () => {
  const endless = {
    [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: bytes(0) }) }),
  } as AsyncIterable<Uint8Array>;
  const reader = new FileReader({ index: 0, name: "x", data: endless }, 10);
  const next = reader.next();
  reader.close();
  expect(await next).toBeUndefined();
  new FileReader({ index: 0, name: "x", data: endless }, 10).close();
});
