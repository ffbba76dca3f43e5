import { describe, expect, it, test, vi } from "vitest";
import { isRereadable, openSource } from "../../../../src/interactions/messages/multipart.ts";
import { type FileData, isFileData, sizeOf } from "../../../../src/interactions/messages/message-file.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);

async function readAll(data: FileData): Promise<number[]> {
  const source = openSource(data);
  const all: number[] = [];
  for (;;) {
    const chunk = await source.next();
    if (chunk === undefined) return all;
    all.push(...(chunk as Uint8Array));
  }
}

async function* iterable() {
  yield bytes(1, 2);
  yield bytes(3);
}

test.each<[string, () => FileData, boolean, number | undefined]>([
  ["bytes", () => bytes(1, 2, 3), true, 3],
  ["a blob", () => new Blob([bytes(1, 2, 3)]), true, 3],
  ["a stream", () => new Blob([bytes(1, 2, 3)]).stream(), false, undefined],
  ["an async iterable", iterable, false, undefined],
])("reads %s to the end", async (_, data, again, size) => {
  expect(await readAll(data())).toEqual([1, 2, 3]);
  expect([isFileData(data()), isRereadable(data()), sizeOf(data())]).toEqual([true, again, size]);
});

test.each([null, undefined, "text", 7, {}, [], [bytes(1)]])("rejects %j as a file", (value) => {
  expect(isFileData(value)).toBe(false);
});

test("returns many bytes in chunks", async () => {
  const source = openSource(new Uint8Array(150_000));
  expect(((await source.next()) as Uint8Array).byteLength).toBe(65_536);
});

describe("a closed source", () => {
  it("ends its underlying source, even if that fails", async () => {
    const cancel = vi.fn(() => Promise.reject(new Error("no")));
    openSource(new ReadableStream({ cancel })).close();
    const end = vi.fn(() => Promise.reject(new Error("no")));
    const next = () => new Promise<never>(() => undefined);
    openSource({ [Symbol.asyncIterator]: () => ({ next, return: end }) }).close();
    openSource({ [Symbol.asyncIterator]: () => ({ next }) }).close();
    const refuse = () => {
      throw new Error("no");
    };
    openSource({ getReader: () => ({ cancel: refuse }) } as unknown as FileData).close();
    openSource({ getReader: () => ({ cancel: () => undefined }) } as unknown as FileData).close();
    openSource({ [Symbol.asyncIterator]: () => ({ next, return: refuse }) }).close();
    await Promise.resolve();
    expect([cancel.mock.calls.length, end.mock.calls.length]).toEqual([1, 1]);
  });
});
