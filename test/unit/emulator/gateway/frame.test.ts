import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Closing } from "../../../../src/emulator/gateway/closing.ts";
import { mustBeObject, parseFrame } from "../../../../src/emulator/gateway/frame.ts";
import { cases } from "../../../setup/cases.ts";

it("a message is an object with a whole number", () => {
  expect(parseFrame(Buffer.from('{"op":1,"d":[2],"x":3}'))).toEqual({ op: 1, d: [2] });
  expect(parseFrame(Buffer.from('{"op":1}'))).toEqual({ op: 1, d: undefined });
});

it("whatever bytes come, they are a message or end the connection with 4002", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 5_000 }),
    fc.json().map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(bytes, (given) => {
      try {
        expect(Number.isInteger(parseFrame(Buffer.from(given)).op)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(Closing);
        expect(error).toMatchObject({ code: 4002 });
      }
    }),
    { numRuns: cases(2_000) },
  );
});

it("4096 bytes are read, and not one more", () => {
  const text = (length: number) => Buffer.from(`{"op":1}${" ".repeat(length - 8)}`);
  expect(parseFrame(text(4096))).toEqual({ op: 1, d: undefined });
  expect(() => parseFrame(text(4097))).toThrow("Error while decoding payload.");
});

it("a payload that is no object ends the connection, with 4001 unless told otherwise", () => {
  expect(mustBeObject({ a: 1 })).toEqual({ a: 1 });
  for (const d of [null, undefined, 1, "x", []]) expect(() => mustBeObject(d)).toThrow("Unknown opcode.");
  expect(() => mustBeObject(1, 4002)).toThrow("Error while decoding payload.");
});
