import { parseForeignJson } from "../../core/check/json.ts";
import { FrameOpcode } from "../../wire/desktop-client.ts";

/** Opcode and length, each 32 bits, the little end first; then so many bytes of JSON. */
const headerBytes = 8;

/** The answers to a sign-in have some hundred bytes, and the largest, READY, a few thousand. */
export const largestPayload = 65_536;

/** One message on the socket of the desktop client. */
export interface Frame {
  readonly opcode: FrameOpcode;
  /** JSON, as {@link payloadOf} reads it: it comes from outside. */
  readonly bytes: Uint8Array;
}

/** The bytes are no frames. Its message holds nothing of them. */
export class FrameError extends Error {}

export function encodeFrame(opcode: FrameOpcode, payload: unknown): Buffer {
  return packFrame({ opcode, bytes: Buffer.from(JSON.stringify(payload)) });
}

/** The answer to a PING: its bytes as they came, whatever they are. */
export function pongTo({ bytes }: Frame): Buffer {
  return packFrame({ opcode: FrameOpcode.Pong, bytes });
}

function packFrame({ opcode, bytes }: Frame): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(opcode, 0);
  header.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([header, bytes]);
}

/**
 * What a frame says: any JSON value.
 *
 * @throws FrameError when it is not JSON, or nested too deep.
 */
export function payloadOf({ bytes }: Frame): unknown {
  try {
    return parseForeignJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new FrameError("it sent a frame that is not JSON");
  }
}

/** Puts frames together from the pieces in which they come. It keeps no more than one frame and the latest piece. */
export class FrameReader {
  readonly #largest: number;
  #pieces: Uint8Array[] = [];
  #size = 0;
  /** How many bytes are needed to go on. */
  #wanted = headerBytes;

  constructor(largest: number = largestPayload) {
    this.#largest = largest;
  }

  /**
   * The frames that `piece` completes.
   *
   * @throws FrameError for an unknown opcode or a payload above 64 KiB, as soon as its header is there. Nothing can be read
   *   afterwards.
   */
  push(piece: Uint8Array): Frame[] {
    this.#pieces.push(piece);
    this.#size += piece.length;
    const frames: Frame[] = [];
    // Joined only when that brings something: single bytes would else be copied again and again.
    while (this.#size >= this.#wanted) {
      const bytes = Buffer.concat(this.#pieces);
      const { opcode, length } = readHeader(bytes, this.#largest);
      const end = headerBytes + length;
      if (bytes.length >= end) frames.push({ opcode, bytes: bytes.subarray(headerBytes, end) });
      const rest = bytes.length >= end ? bytes.subarray(end) : bytes;
      this.#wanted = bytes.length >= end ? headerBytes : end;
      this.#pieces = [rest];
      this.#size = rest.length;
    }
    return frames;
  }
}

function readHeader(
  bytes: Buffer,
  largest: number,
): { readonly opcode: FrameOpcode; readonly length: number } {
  const opcode = bytes.readUInt32LE(0);
  const length = bytes.readUInt32LE(4);
  if (!isOpcode(opcode)) throw new FrameError("it sent something that is not a frame");
  if (length > largest) throw new FrameError(`it announced a frame of ${length} bytes`);
  return { opcode, length };
}

function isOpcode(value: number): value is FrameOpcode {
  return (Object.values(FrameOpcode) as number[]).includes(value);
}
