import { parseForeignJson } from "../../core/request/response.ts";
import { FrameOpcode, RpcCloseCode, rpcVersion } from "../../wire/desktop-client.ts";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { guarded } from "../../core/check/callback.ts";
import { onAbort } from "../../core/request/abort.ts";
import { isObject } from "../../core/check/readers.ts";
import { absent, type PeerUser, suspectFile, suspectPeer } from "./socket-paths.ts";
import { cut } from "../../core/errors.ts";

/** The opcode and the length, each 32 bits, little-endian. */
const headerBytes = 8;

/** Sign-in responses take a few hundred bytes. The largest message, READY, takes a few thousand. */
const largestPayload = 65_536;

export interface Frame {
  readonly opcode: FrameOpcode;
  /** Untrusted JSON. */
  readonly bytes: Uint8Array;
}

/** The message contains no received data. */
export class FrameError extends Error {}

export function encodeFrame(opcode: FrameOpcode, payload: unknown): Buffer {
  return packFrame({ opcode, bytes: Buffer.from(JSON.stringify(payload)) });
}

export function pongTo({ bytes }: Frame): Buffer {
  return packFrame({ opcode: FrameOpcode.Pong, bytes });
}

function packFrame({ opcode, bytes }: Frame): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(opcode, 0);
  header.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([header, bytes]);
}

/** @throws FrameError if the payload is not JSON or is nested too deeply. */
export function payloadOf({ bytes }: Frame): unknown {
  try {
    return parseForeignJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new FrameError("it sent a frame that is not JSON");
  }
}

/** Buffers no more than one frame and the latest chunk. */
export class FrameReader {
  #pieces: Uint8Array[] = [];
  #size = 0;
  #wanted = headerBytes;

  /** @throws FrameError for an invalid opcode or a payload over 64 KiB. The reader cannot be used afterwards. */
  push(piece: Uint8Array): Frame[] {
    this.#pieces.push(piece);
    this.#size += piece.length;
    const frames: Frame[] = [];
    // Waits for enough bytes before joining the chunks, because single-byte chunks would otherwise be copied repeatedly.
    while (this.#size >= this.#wanted) {
      const bytes = Buffer.concat(this.#pieces);
      const { opcode, length } = readHeader(bytes);
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

function readHeader(bytes: Buffer): { readonly opcode: FrameOpcode; readonly length: number } {
  const opcode = bytes.readUInt32LE(0);
  const length = bytes.readUInt32LE(4);
  if (!isOpcode(opcode)) throw new FrameError("it sent an invalid frame");
  if (length > largestPayload) throw new FrameError(`it announced a frame of ${length} bytes`);
  return { opcode, length };
}

function isOpcode(value: number): value is FrameOpcode {
  return (Object.values(FrameOpcode) as number[]).includes(value);
}

/** The message is a clause in which "it" refers to the desktop client. It contains no received data. */
export class ConnectionLost extends Error {
  get isAbsence(): boolean {
    return this.message === absent;
  }
}

export class DesktopClientRefusal extends Error {
  readonly code: number;
  /** Untrusted. */
  readonly detail: string;

  constructor(code: number, detail: string) {
    super(`it responded with the error ${code}`);
    this.code = code;
    this.detail = detail;
  }
}

type Fields = Readonly<Record<string, unknown>>;

interface Waiting {
  readonly command: string;
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** READY has no nonce. */
const ready = "";
/** The desktop client sends fewer unsolicited messages than this. */
const maxStrays = 512;
const maxMessageLength = 2000;
/** Requests take only a few hundred bytes. */
const maxUnreadBytes = 1024 * 1024;

/** The peer could be any program, so all received data is validated. */
export class DesktopClientConnection {
  readonly #socket: Socket;
  readonly #reader = new FrameReader();
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners = new Map<string, Set<(data: unknown) => void>>();
  readonly #ended = new AbortController();
  #strays = 0;
  #lost: ConnectionLost | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const receive = (bytes: Buffer) => this.#receive(bytes);
    const end = () => this.#lose("it closed the connection");
    const fail = (error: unknown) => this.#fail(error);
    socket.on("data", guarded(receive, fail)).on("close", guarded(end, fail));
  }

  /** @throws ConnectionLost if there is no trusted socket, or `signal.reason`. */
  static async open(path: string, peerUser: PeerUser, signal: AbortSignal): Promise<DesktopClientConnection> {
    const suspicion = await suspectFile(path);
    signal.throwIfAborted();
    if (suspicion !== undefined) throw new ConnectionLost(suspicion);
    const socket = await connected(path, signal);
    const suspected = suspectPeer(socket, peerUser);
    if (suspected === undefined) return new DesktopClientConnection(socket);
    socket.destroy();
    throw new ConnectionLost(suspected);
  }

  async shakeHands(applicationId: string, signal: AbortSignal): Promise<void> {
    const answer = this.#answerTo(ready, "DISPATCH", signal);
    this.#send(encodeFrame(FrameOpcode.Handshake, { v: rpcVersion, client_id: applicationId }));
    await answer;
  }

  /** @throws DesktopClientRefusal, ConnectionLost, or `signal.reason`. */
  async request(command: string, args: Fields, signal: AbortSignal, event?: string): Promise<unknown> {
    const nonce = randomUUID();
    const frame = encodeFrame(FrameOpcode.Frame, { cmd: command, evt: event, args, nonce });
    const answer = this.#answerTo(nonce, command, signal);
    this.#send(frame);
    return await answer;
  }

  /**
   * @param listener - Receives the event's untrusted data.
   * @returns A function that removes the listener.
   */
  async subscribe(
    event: string,
    listener: (data: unknown) => void,
    signal: AbortSignal,
  ): Promise<() => void> {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    const remove = () => void listeners.delete(listener);
    try {
      await this.request("SUBSCRIBE", {}, signal, event);
      return remove;
    } catch (error) {
      remove();
      throw error;
    }
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Keeps the process alive. */
  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  /** Also closes the desktop client's dialog. */
  close(): void {
    this.#socket.destroy();
  }

  #send(frame: Buffer): void {
    if (this.#lost) return;
    this.#socket.write(frame);
    if (this.#socket.writableLength > maxUnreadBytes) this.#lose("it stopped reading messages");
  }

  #answerTo(nonce: string, command: string, signal: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#lost || signal.aborted) return reject(this.#lost ?? (signal.reason as Error));
      const leave = onAbort(signal, () => settle(() => reject(signal.reason as Error)));
      const settle = (then: () => void) => {
        this.#waiting.delete(nonce);
        leave();
        then();
      };
      this.#waiting.set(nonce, {
        command,
        resolve: (data) => settle(() => resolve(data)),
        reject: (error) => settle(() => reject(error)),
      });
    });
  }

  #receive(bytes: Buffer): void {
    if (this.#lost) return;
    for (const frame of this.#reader.push(bytes)) this.#take(frame);
  }

  #take(frame: Frame): void {
    const { opcode } = frame;
    if (opcode === FrameOpcode.Ping) this.#send(pongTo(frame));
    else if (opcode === FrameOpcode.Close) this.#lose(reasonOfClose(payloadOf(frame)));
    if (opcode !== FrameOpcode.Frame || !this.#settle(payloadOf(frame))) this.#countStray();
  }

  #settle(payload: unknown): boolean {
    if (!isObject(payload)) throw new FrameError("it sent a frame that is not an object");
    const { cmd, evt, nonce, data } = payload;
    // Events also count as stray, because too many of them must end the connection.
    if (cmd === "DISPATCH" && typeof evt === "string")
      for (const listener of this.#listeners.get(evt) ?? []) listener(data);
    const isReady = cmd === "DISPATCH" && evt === "READY";
    const key = isReady ? ready : nonce;
    const waiting = typeof key === "string" ? this.#waiting.get(key) : undefined;
    if (!waiting || waiting.command !== cmd) return false;
    if (evt === "ERROR") waiting.reject(readRefusal(data));
    else waiting.resolve(data);
    return true;
  }

  #countStray(): void {
    this.#strays += 1;
    if (this.#strays > maxStrays) this.#lose("it sent too many unsolicited messages");
  }

  #fail(error: unknown): void {
    this.#lose(error instanceof FrameError ? error.message : "its message could not be processed");
  }

  #lose(reason: string): void {
    this.#lost ??= new ConnectionLost(reason);
    this.#socket.destroy();
    for (const waiting of this.#waiting.values()) waiting.reject(this.#lost);
    this.#ended.abort();
  }
}

async function connected(path: string, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ path });
  // Stays, because the connection may fail at any time. "close" follows.
  socket.on("error", () => undefined);
  try {
    await once(socket, "connect", { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw new ConnectionLost(reasonOfFailure((error as NodeJS.ErrnoException).code));
  }
}

function reasonOfFailure(code: string | undefined): string {
  // ECONNREFUSED: the client that created the socket has exited.
  const isAbsent = code === "ENOENT" || code === "ECONNREFUSED";
  return isAbsent ? absent : `connecting to it failed (${code ?? "no reason given"})`;
}

const closeReasons: ReadonlyMap<unknown, string> = new Map([
  [RpcCloseCode.InvalidClientId, "it does not recognize the application"],
  [RpcCloseCode.RateLimited, "it accepts at most two connections per minute"],
  [RpcCloseCode.InvalidVersion, "it does not support version 1 of the protocol"],
]);

function reasonOfClose(payload: unknown): string {
  const code = isObject(payload) ? payload["code"] : undefined;
  const number = Number.isInteger(code) ? ` (${String(code)})` : "";
  return `${closeReasons.get(code) ?? "it ended the connection"}${number}`;
}

function readRefusal(data: unknown): Error {
  const { code, message } = isObject(data) ? data : {};
  if (!Number.isInteger(code) || typeof message !== "string")
    return new ConnectionLost("it responded with an error without a reason");
  return new DesktopClientRefusal(code as number, cut(message, maxMessageLength));
}
