import { describe, expect, it, test, vi } from "vitest";
import type { ClientError } from "../../../../src/core/errors.ts";
import type { StreamedBody } from "../../../../src/core/request/send.ts";
import { type FileData, isFileData, sizeOf } from "../../../../src/interactions/messages/message-file.ts";
import {
  createForm,
  FileReader,
  isRereadable,
  openSource,
} from "../../../../src/interactions/messages/multipart.ts";

const mib = 1024 * 1024;
const file = (index: number, name: string, data: FileData, size?: number) => ({
  index,
  name,
  data,
  ...(size !== undefined && { size }),
});

const createMultipart = (json: string, files: Parameters<typeof createForm>[1], limit: number) =>
  createForm(JSON.parse(json), files, { operation: "Sending", limit }) as StreamedBody;

/** Parses a body as a server would. */
async function receive(body: StreamedBody): Promise<{ form: FormData; bytes: number }> {
  const { stream } = body.open((reason) => {
    throw reason;
  });
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const response = new Response(bytes, { headers: { "content-type": body.contentType } });
  return { form: await response.formData(), bytes: bytes.byteLength };
}

describe("a form", () => {
  it("contains JSON and files with arbitrary names and has a length", async () => {
    const odd = 'a "map"\r\nContent-Type: x.png';
    const body = createMultipart(
      '{"content":"x"}',
      [
        file(0, odd, new Blob(["hello"], { type: "image/png" }), 5),
        file(1, "empty.bin", new Uint8Array(0), 0),
        file(2, "odd", new Blob(["x"], { type: "text/plain; charset=utf-8" }), 1),
      ],
      5,
    );
    const { form, bytes } = await receive(body);
    const got = [...form].map(([key, one]) =>
      typeof one === "string" ? [key, one] : [key, one.name, one.size, one.type],
    );
    expect(got).toEqual([
      ["payload_json", '{"content":"x"}'],
      ["files[0]", odd, 5, "image/png"],
      ["files[1]", "empty.bin", 0, "application/octet-stream"],
      ["files[2]", "odd", 1, "application/octet-stream"],
    ]);
    expect(body).toMatchObject({ length: bytes, isRepeatable: true });
    expect((await receive(body)).bytes).toBe(bytes);
  });

  it("cannot be resent if it has a stream and has no length if the stream's size is unknown", () => {
    const stream = () => new Blob(["x"]).stream();
    expect(createMultipart("{}", [file(0, "x", stream())], 5)).toMatchObject({
      length: undefined,
      isRepeatable: false,
    });
    expect(createMultipart("{}", [file(0, "x", stream(), 1)], 5).length).toBeGreaterThan(100);
  });
});

test("reads 10 files of 10 MiB one chunk at a time", async () => {
  let readCount = 0;
  let taken = 0;
  let furthest = 0;
  const piece = new Uint8Array(64 * 1024);
  async function* pieces() {
    for (let count = 0; count < 160; count++) {
      readCount++;
      furthest = Math.max(furthest, readCount - taken);
      yield piece;
    }
  }
  const files = Array.from({ length: 10 }, (_, index) => file(index, `${index}.bin`, pieces()));
  const { stream } = createMultipart("{}", files, 10 * mib).open(() => undefined);
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (chunk.buffer === piece.buffer) taken++;
  }
  expect(bytes).toBeGreaterThan(100 * mib);
  expect([readCount, taken, furthest]).toEqual([1600, 1600, 1]);
});

test("fails and closes the file's source if a file exceeds the limit", async () => {
  const ended: string[] = [];
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(mib);
    } finally {
      ended.push("source");
    }
  }
  const reasons: ClientError[] = [];
  const { stream } = createMultipart("{}", [file(0, "x", endless())], 3 * mib).open(
    (reason) => void reasons.push(reason),
  );
  await expect(new Response(stream).arrayBuffer()).rejects.toMatchObject({ code: "file_too_large" });
  expect([reasons.map(({ code }) => code), ended]).toEqual([["file_too_large"], ["source"]]);
});

test("does not read a canceled form's files", async () => {
  let isRead = false;
  async function* pieces() {
    isRead = true;
    yield new Uint8Array(1);
  }
  const body = createMultipart("{}", [file(0, "x", pieces())], 5);
  const one = body.open(() => undefined);
  await one.stream.cancel();
  one.close();
  const two = body.open(() => undefined);
  two.close();
  expect((await new Response(two.stream).arrayBuffer()).byteLength).toBe(0);
  expect(isRead).toBe(false);
});

test("creates no form if there are no files", () => {
  expect(createForm({ content: "x" }, [], { operation: "Sending", limit: 10 })).toBeUndefined();
});

describe("openSource", () => {
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
    it("closes the underlying source even if closing fails", async () => {
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
});

describe("FileReader", () => {
  async function* chunks(...all: unknown[]) {
    for (const one of all) yield one as Uint8Array;
  }

  async function readAll(data: AsyncIterable<Uint8Array>, size?: number): Promise<number> {
    const reader = new FileReader(
      { index: 0, name: "map.png", data, ...(size !== undefined && { size }) },
      10,
    );
    let count = 0;
    for (let chunk = await reader.next(); chunk; chunk = await reader.next()) count += chunk.byteLength;
    return count;
  }

  const bytes = (count: number) => new Uint8Array(count);

  /** Bytes that throw when they are inspected. */
  function hostileBytes(trap: "get" | "getPrototypeOf"): Uint8Array {
    return new Proxy(bytes(1), {
      [trap]: (target: Uint8Array, name: unknown) => {
        // Allows the value to be awaited.
        if (name === "then") return undefined;
        throw new Error(`secret of ${target.byteLength}`);
      },
    });
  }

  test("reads a file to its end and skips empty chunks", async () => {
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
  ])("rejects with %s (%#)", async (code, data, size) => {
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
    // Ends eventually, so that a failing test does not hang.
    const isOver = () => turnsBefore < Infinity || ++turns > 1_000;
    const data = {
      [Symbol.asyncIterator]: () => ({ next: async () => ({ done: isOver(), value: empty }) }),
    } as AsyncIterable<Uint8Array>;
    await readAll(data);
    expect(turnsBefore).toBeLessThan(1_000);
  });

  test("returns nothing after it is closed and abandons an endless source", async () => {
    const endless = {
      [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: bytes(0) }) }),
    } as AsyncIterable<Uint8Array>;
    const reader = new FileReader({ index: 0, name: "x", data: endless }, 10);
    const next = reader.next();
    reader.close();
    expect(await next).toBeUndefined();
    new FileReader({ index: 0, name: "x", data: endless }, 10).close();
  });
});
