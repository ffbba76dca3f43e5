import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  encodeFrame,
  FrameError,
  FrameReader,
  payloadOf,
  pongTo,
} from "../../../../src/sign-in/desktop-client/connection.ts";

/** As the documentation of the protocol writes one out: 40 bytes of JSON, so 0x28. */
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

describe("a frame", () => {
  it("is written as the documentation has it, byte for byte", () => {
    expect(encodeFrame(0, { v: 1, client_id: "192741864418312192" }).equals(handshake)).toBe(true);
  });

  it("is read however it is cut, and so are those that follow it", () => {
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

  it("may have 64 KiB, and no byte more", () => {
    const text = "x".repeat(65_534);
    const [frame] = new FrameReader().push(encodeFrame(1, text));
    expect(payloadOf(frame ?? expect.unreachable())).toBe(text);
    expect(() => new FrameReader().push(header(1, 65_537))).toThrow(FrameError);
  });

  it("of 4 GiB is refused at its header, of which the message gives the length", () => {
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
  ])("%s is refused, and nothing of it is in the error", (_what, bytes, message) => {
    expect(() => new FrameReader().push(bytes).map(payloadOf)).toThrow(new FrameError(message));
  });

  it("may be nested as deep as a program likes: a PONG has the same bytes, and reading it is refused", () => {
    const nested = Buffer.from("[".repeat(32_768) + "]".repeat(32_768));
    const [ping] = new FrameReader().push(Buffer.concat([header(3, nested.length), nested]));
    expect(pongTo(ping ?? expect.unreachable())).toEqual(Buffer.concat([header(4, nested.length), nested]));
    expect(() => payloadOf(ping ?? expect.unreachable())).toThrow(
      new FrameError("it sent a frame that is not JSON"),
    );
  });
});
