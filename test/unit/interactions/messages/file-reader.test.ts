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

/** Bytes that throw when they are inspected. */
function hostileBytes(trap: "get" | "getPrototypeOf"): Uint8Array {
  return new Proxy(bytes(1), {
    [trap]: (target: Uint8Array, name: unknown) => {
      // Lets the value be awaited.
      if (name === "then") return undefined;
      throw new Error(`secret of ${target.byteLength}`);
    },
  });
}

test("reads a file to its end, and skips empty chunks", async () => {
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
])("rejects with %s, %#", async (code, data, size) => {
  const failed = await readAll(data, size).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code, type: 6, message: expect.stringContaining('"map.png"') });
  expect(String((failed as Error).stack)).not.toContain("secret");
});

test("rejects a stream that has another reader", async () => {
  const stream = new Blob(["x"]).stream();
  stream.getReader();
  await expect(readAll(stream as unknown as AsyncIterable<Uint8Array>)).rejects.toMatchObject({
    code: "file_unreadable",
  });
});

test("lets other tasks run while a source returns empty chunks", async () => {
  const empty = bytes(0);
  let turns = 0;
  let turnsBefore = Infinity;
  setTimeout(() => (turnsBefore = turns), 0);
  // Ends eventually, so a failure does not hang.
  const isOver = () => turnsBefore < Infinity || ++turns > 1_000;
  const data = {
    [Symbol.asyncIterator]: () => ({ next: async () => ({ done: isOver(), value: empty }) }),
  } as AsyncIterable<Uint8Array>;
  await readAll(data);
  expect(turnsBefore).toBeLessThan(1_000);
});

test("returns nothing after it is closed, and leaves an endless source", async () => {
  const endless = {
    [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: bytes(0) }) }),
  } as AsyncIterable<Uint8Array>;
  const reader = new FileReader({ index: 0, name: "x", data: endless }, 10);
  const next = reader.next();
  reader.close();
  expect(await next).toBeUndefined();
  new FileReader({ index: 0, name: "x", data: endless }, 10).close();
});
