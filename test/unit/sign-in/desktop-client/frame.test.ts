import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  encodeFrame,
  FrameError,
  FrameReader,
  payloadOf,
  pongTo,
} from "../../../../src/sign-in/desktop-client/connection.ts";

/** The example of the protocol's documentation: 40 (0x28) bytes of JSON. */
const handshake = Buffer.concat([
  Buffer.from("0000000028000000", "hex"),
  Buffer.from('{"v":1,"client_id":"192741864418312192"}'),
]);

function header(opcode: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(opcode, 0);
  bytes.writeUInt32LE(length, 4);
  return bytes;
}

describe("frames", () => {
  it("are encoded exactly as documented", () => {
    expect(encodeFrame(0, { v: 1, client_id: "192741864418312192" }).equals(handshake)).toBe(true);
  });

  it("are decoded from chunks of any size", () => {
    const frame = fc.record({ opcode: fc.constantFrom(0, 1, 2, 3, 4), payload: fc.jsonValue() });
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 5 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
        (frames, cuts) => {
          const bytes = Buffer.concat(frames.map(({ opcode, payload }) => encodeFrame(opcode as 0, payload)));
          const reader = new FrameReader();
          const read: unknown[] = [];
          for (let at = 0; at < bytes.length;) {
            const { value: size } = cuts.next() as { value: number };
            const completed = reader.push(bytes.subarray(at, at + size));
            read.push(...completed.map((one) => ({ opcode: one.opcode, payload: payloadOf(one) })));
            at += size;
          }
          // JSON writes -0 as 0.
          expect(read).toEqual(JSON.parse(JSON.stringify(frames)));
        },
      ),
    );
  });

  it("are limited to 64 KiB", () => {
    const text = "x".repeat(65_534);
    const [frame] = new FrameReader().push(encodeFrame(1, text));
    expect(payloadOf(frame ?? expect.unreachable())).toBe(text);
    expect(() => new FrameReader().push(header(1, 65_537))).toThrow(FrameError);
  });

  it("are rejected at a header of 4 GiB, with the length in the message", () => {
    expect(() => new FrameReader().push(header(1, 0xffff_ffff))).toThrow(
      "it announced a frame of 4294967295 bytes",
    );
  });

  it.each([
    [
      "that is none at all",
      Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"),
      "it sent something that is not a frame",
    ],
    ["with an opcode that nobody knows", header(5, 2), "it sent something that is not a frame"],
    ["without a payload", header(1, 0), "it sent a frame that is not JSON"],
    [
      "that is no JSON",
      Buffer.concat([header(1, 4), Buffer.from("{no}")]),
      "it sent a frame that is not JSON",
    ],
    [
      "that is no UTF-8",
      Buffer.concat([header(1, 3), Buffer.from([34, 0xff, 34])]),
      "it sent a frame that is not JSON",
    ],
  ])("are rejected without quoting their content: %s", (_what, bytes, message) => {
    expect(() => new FrameReader().push(bytes).map(payloadOf)).toThrow(new FrameError(message));
  });

  it("are echoed in a PONG at any nesting depth, but deeply nested payloads are rejected", () => {
    const nested = Buffer.from("[".repeat(32_768) + "]".repeat(32_768));
    const [ping] = new FrameReader().push(Buffer.concat([header(3, nested.length), nested]));
    expect(pongTo(ping ?? expect.unreachable())).toEqual(Buffer.concat([header(4, nested.length), nested]));
    expect(() => payloadOf(ping ?? expect.unreachable())).toThrow(
      new FrameError("it sent a frame that is not JSON"),
    );
  });
});
