import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import { frameOf } from "./fake-desktop-client.ts";

type Payload = Record<string, unknown>;

export interface Came {
  readonly opcode: number;
  readonly payload: Payload;
}

/** A program connected to a desktop client's socket, independent of the library. */
export interface RpcProgram {
  /** Sends a frame and resolves with the next received frame. */
  readonly exchange: (opcode: number, payload: unknown) => Promise<Came>;
  readonly send: (opcode: number, payload: unknown) => void;
  readonly write: (bytes: Uint8Array) => void;
  readonly next: () => Promise<Came>;
  /** Runs a command and resolves with its response. */
  readonly run: (cmd: string, args: unknown) => Promise<Payload>;
  readonly hangUp: () => void;
  /** Resolves when the other side has closed the connection. */
  readonly ended: Promise<unknown>;
  readonly received: () => Buffer;
}

/** Connects; if `applicationId` is set, also sends the handshake. */
export async function connectProgram(path: string, applicationId?: string): Promise<RpcProgram> {
  const socket = connect(path);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const ended = once(socket, "close");
  let all = Buffer.alloc(0);
  let rest = Buffer.alloc(0);
  const came: Came[] = [];
  const waiting: ((frame: Came) => void)[] = [];
  socket.on("data", (bytes: Buffer) => {
    all = Buffer.concat([all, bytes]);
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 8 && rest.length >= 8 + rest.readUInt32LE(4)) {
      const end = 8 + rest.readUInt32LE(4);
      const frame = {
        opcode: rest.readUInt32LE(0),
        payload: JSON.parse(rest.toString("utf8", 8, end)) as Payload,
      };
      rest = rest.subarray(end);
      const taker = waiting.shift();
      if (taker) taker(frame);
      else came.push(frame);
    }
  });
  await once(socket, "connect");
  const next = () =>
    new Promise<Came>((resolve) => {
      const frame = came.shift();
      if (frame) resolve(frame);
      else waiting.push(resolve);
    });
  const send = (opcode: number, payload: unknown) => void socket.write(frameOf(opcode, payload));
  const exchange = async (opcode: number, payload: unknown) => {
    send(opcode, payload);
    return await next();
  };
  let nonce = 0;
  const run = async (cmd: string, args: unknown) => {
    const { payload } = await exchange(1, { cmd, args, nonce: String((nonce += 1)) });
    return payload;
  };
  if (applicationId !== undefined) await exchange(0, { v: 1, client_id: applicationId });
  const write = (bytes: Uint8Array) => void socket.write(bytes);
  const hangUp = () => void socket.destroy();
  return { exchange, send, write, next, run, hangUp, ended, received: () => all };
}
