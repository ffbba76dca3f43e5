import { expect, test } from "vitest";
import { toBytes } from "../../../../src/interactions/endpoint/verify.ts";

const bytes = new Uint8Array([104, 105]);

test.each([
  ["a text", "hi"],
  ["a Buffer", Buffer.from("hi")],
  ["an array of bytes", bytes],
  ["an ArrayBuffer", bytes.buffer],
  ["a DataView", new DataView(bytes.buffer)],
  ["a part of a larger array", new Uint8Array([0, 104, 105, 0]).subarray(1, 3)],
])("returns the bytes of %s", (_, body) => {
  expect([...(toBytes(body) ?? [])]).toEqual([...bytes]);
});

test("accepts an empty body", () => {
  expect(toBytes("")).toEqual(new Uint8Array());
  expect(toBytes(new Uint8Array())).toEqual(new Uint8Array());
  expect(toBytes(new ArrayBuffer(0))).toEqual(new Uint8Array());
});

test.each([undefined, null, {}])(
  "returns `undefined` for %j, which a parser leaves if it read nothing",
  (body) => {
    expect(toBytes(body)).toBeUndefined();
  },
);

test.each<[unknown, string]>([
  [{ type: 1 }, "(Object)"],
  [[], "(Array)"],
  [5, "(Number)"],
  [new ReadableStream(), "(ReadableStream)"],
  [new SharedArrayBuffer(2), "shared memory"],
  [new Uint8Array(new SharedArrayBuffer(2)), "shared memory"],
])("rejects %s: %s", (body, words) => {
  expect(() => toBytes(body)).toThrow(
    expect.objectContaining({ code: "invalid_body", message: expect.stringContaining(words) as string }),
  );
});
