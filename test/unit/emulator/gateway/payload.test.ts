import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Closing, requireObject, parsePayload } from "../../../../src/emulator/gateway/payload.ts";
import { cases } from "../../../setup/cases.ts";
import { GatewayCloseCode } from "../../../../src/wire/gateway.ts";

it("parses an object with an integer `op`", () => {
  expect(parsePayload(Buffer.from('{"op":1,"d":[2],"x":3}'))).toEqual({ op: 1, d: [2] });
  expect(parsePayload(Buffer.from('{"op":1}'))).toEqual({ op: 1, d: undefined });
});

it("parses arbitrary bytes or closes the connection with 4002", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 5_000 }),
    fc.json().map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(bytes, (given) => {
      try {
        expect(Number.isInteger(parsePayload(Buffer.from(given)).op)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(Closing);
        expect(error).toMatchObject({ code: 4002 });
      }
    }),
    { numRuns: cases(2_000) },
  );
});

it("accepts 4096 bytes and rejects 4097", () => {
  const text = (length: number) => Buffer.from(`{"op":1}${" ".repeat(length - 8)}`);
  expect(parsePayload(text(4096))).toEqual({ op: 1, d: undefined });
  expect(() => parsePayload(text(4097))).toThrow("Error while decoding payload.");
});

it("closes the connection, with 4001 by default, if the data is not an object", () => {
  expect(requireObject({ a: 1 })).toEqual({ a: 1 });
  for (const d of [null, undefined, 1, "x", []]) expect(() => requireObject(d)).toThrow("Unknown opcode.");
  expect(() => requireObject(1, 4002)).toThrow("Error while decoding payload.");
});

it("has messages for all close codes, each short enough for a close frame", () => {
  for (const code of Object.values(GatewayCloseCode)) {
    const { message } = new Closing(code);
    expect(message).toMatch(/^[A-Z].+\.$/);
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(123);
  }
  expect(new Closing(4012, "Otherwise.")).toMatchObject({ code: 4012, message: "Otherwise." });
});
