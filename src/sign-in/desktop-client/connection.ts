import { parseForeignJson } from "../../core/request/response.ts";
import { FrameOpcode, RpcCloseCode, rpcVersion } from "../../wire/desktop-client.ts";
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { guarded } from "../../core/check/callback.ts";
import { onAbort } from "../../core/request/abort.ts";
import { isObject } from "../../core/check/readers.ts";
import { absent, type PeerUser, suspectFile, suspectPeer } from "./places.ts";
import { cut } from "../../core/errors.ts";

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

/** Why nothing more comes from a desktop client. Its message follows "it", and holds nothing that was sent. */
export class ConnectionLost extends Error {
  /** Whether nobody listens at this place. */
  get isAbsence(): boolean {
    return this.message === absent;
  }
}

/** The desktop client refused a request. */
export class DesktopClientRefusal extends Error {
  readonly code: number;
  /** In the client's words, which come from outside. */
  readonly said: string;

  constructor(code: number, said: string) {
    super(`it refused with ${code}`);
    this.code = code;
    this.said = said;
  }
}

type Fields = Readonly<Record<string, unknown>>;

interface Waiting {
  readonly command: string;
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The key under which READY is awaited, which answers no request. */
const ready = "";
/** The desktop client sends hardly anything that was not asked for: a program that keeps doing so is not one. */
const mostStrays = 512;
const longestMessage = 2000;
/** The limit of unread data: requests have some hundred bytes. */
const mostUnreadBytes = 1024 * 1024;

/**
 * A connection to a program that may be the desktop client. Everything that it sends is checked, and no other
 * frame than the awaited one does anything.
 */
export class DesktopClientConnection {
  readonly #socket: Socket;
  readonly #reader = new FrameReader();
  readonly #waiting = new Map<string, Waiting>();
  readonly #subscribers = new Map<string, () => void>();
  readonly #ended = new AbortController();
  #strays = 0;
  #lost: ConnectionLost | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const receive = (bytes: Buffer) => this.#receive(bytes);
    const end = () => this.#lose("it closed the connection");
    const fail = (error: unknown) => this.#fail(error);
    socket.on("data", guarded(receive, fail)).on("close", guarded(end, fail));
    // The reason is reported when the connection ends.
    socket.on("error", () => undefined);
  }

  /**
   * Connects to a socket that can be trusted.
   *
   * @throws ConnectionLost where there is none; the reason of `signal`.
   */
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

  /** Says which application asks; resolves when the client is ready for it. */
  async shakeHands(applicationId: string, signal: AbortSignal): Promise<void> {
    const answer = this.#answerTo(ready, "DISPATCH", signal);
    this.#send(encodeFrame(FrameOpcode.Handshake, { v: rpcVersion, client_id: applicationId }));
    await answer;
  }

  /**
   * What the client answers a command with.
   *
   * @throws DesktopClientRefusal, ConnectionLost, the reason of `signal`.
   */
  async request(command: string, args: Fields, signal: AbortSignal, event?: string): Promise<unknown> {
    const nonce = randomUUID();
    const frame = encodeFrame(FrameOpcode.Frame, { cmd: command, evt: event, args, nonce });
    const answer = this.#answerTo(nonce, command, signal);
    this.#send(frame);
    return await answer;
  }

  /**
   * Has the client tell of an event. What comes with it is dropped.
   *
   * @throws as {@link request}.
   */
  async subscribe(event: string, tell: () => void, signal: AbortSignal): Promise<void> {
    this.#subscribers.set(event, tell);
    await this.request("SUBSCRIBE", {}, signal, event);
  }

  /** Aborted as soon as nothing more comes. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Does not keep the process alive from now on. */
  unref(): void {
    this.#socket.unref();
  }

  /** Hangs up, which takes away the dialog that the client shows for this connection. */
  close(): void {
    this.#socket.destroy();
  }

  #send(frame: Buffer): void {
    if (this.#lost) return;
    this.#socket.write(frame);
    if (this.#socket.writableLength > mostUnreadBytes) this.#lose("it does not read what it is sent");
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

  /** Whether somebody waited for this. */
  #settle(payload: unknown): boolean {
    if (!isObject(payload)) throw new FrameError("it sent a frame without fields");
    const { cmd, evt, nonce, data } = payload;
    // Still a message that was not asked for: a program that keeps telling is hung up on.
    if (cmd === "DISPATCH" && typeof evt === "string") this.#subscribers.get(evt)?.();
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
    if (this.#strays > mostStrays) this.#lose("it sent too many messages that were not asked for");
  }

  #fail(error: unknown): void {
    this.#lose(error instanceof FrameError ? error.message : "what it sent could not be dealt with");
  }

  #lose(reason: string): void {
    this.#lost ??= new ConnectionLost(reason);
    this.#socket.destroy();
    for (const waiting of this.#waiting.values()) waiting.reject(this.#lost);
    this.#ended.abort();
  }
}

function connected(path: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path });
    const settle = () => {
      leave();
      socket.off("connect", onConnect).off("error", onError);
    };
    const onConnect = guarded(() => {
      settle();
      resolve(socket);
    }, reject);
    const onError = guarded(({ code }: NodeJS.ErrnoException) => {
      settle();
      reject(new ConnectionLost(reasonOfFailure(code)));
    }, reject);
    const leave = onAbort(signal, () => {
      settle();
      socket.destroy();
      reject(signal.reason as Error);
    });
    socket.on("connect", onConnect).on("error", onError);
  });
}

function reasonOfFailure(code: string | undefined): string {
  // A refused connection means a stale socket of a closed client.
  const isGone = code === "ENOENT" || code === "ECONNREFUSED";
  return isGone ? absent : `connecting to it failed (${code ?? "no reason given"})`;
}

const closeReasons: ReadonlyMap<unknown, string> = new Map([
  [RpcCloseCode.InvalidClientId, "it does not know the application"],
  [RpcCloseCode.RateLimited, "it refuses more than two connections in a minute"],
  [RpcCloseCode.InvalidVersion, "it does not speak version 1 of the protocol"],
]);

function reasonOfClose(payload: unknown): string {
  const code = isObject(payload) ? payload["code"] : undefined;
  const number = Number.isInteger(code) ? ` (${String(code)})` : "";
  return `${closeReasons.get(code) ?? "it ended the connection"}${number}`;
}

function readRefusal(data: unknown): Error {
  const { code, message } = isObject(data) ? data : {};
  if (!Number.isInteger(code) || typeof message !== "string")
    return new ConnectionLost("it refused without a reason");
  return new DesktopClientRefusal(code as number, cut(message, longestMessage));
}
