import { isAbsolute, join } from "node:path";
import { connect, type Socket } from "node:net";
import { guarded } from "../../core/check/callback.ts";
import { onAbort } from "../../core/request/abort.ts";
import type { BusValue } from "./marshal.ts";
import { decodeMessage, encodeMessage, messageType, type Message, sizeOfMessage } from "./message.ts";

/**
 * Returns socket paths (D-Bus specification, "Server Addresses"). Node.js can connect to file paths and, since version 22, to
 * abstract names.
 */
export function sessionBusSockets(environment: NodeJS.ProcessEnv): string[] {
  const { DBUS_SESSION_BUS_ADDRESS: given, XDG_RUNTIME_DIR: runtime } = environment;
  if (given) return given.split(";").flatMap(socketOf);
  // systemd's default path.
  return runtime !== undefined && isAbsolute(runtime) ? [join(runtime, "bus")] : [];
}

function socketOf(address: string): string[] {
  if (!address.startsWith("unix:")) return [];
  const pairs = address.slice("unix:".length).split(",");
  for (const pair of pairs) {
    const [key, value = ""] = pair.split("=", 2);
    if (key === "path") return [unescape(value)];
    if (key === "abstract") return [`\0${unescape(value)}`];
  }
  return [];
}

function unescape(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A method call. Missing fields are not sent. */
export interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string | undefined;
  readonly body?: readonly BusValue[];
}

export type Source = Pick<BusCall, "path" | "interface" | "member">;

export class BusError extends Error {
  /** For example, `org.freedesktop.DBus.Error.ServiceUnknown`. */
  readonly code: string;

  constructor(code: string, text: string) {
    super(`${code}: ${text}`);
    this.code = code;
  }
}

interface Waiting {
  readonly accepts: (message: Message) => boolean;
  readonly resolve: (message: Message) => void;
  readonly reject: (error: Error) => void;
}

const maxLineLength = 1024;

const bus = {
  destination: "org.freedesktop.DBus",
  path: "/org/freedesktop/DBus",
  interface: "org.freedesktop.DBus",
};

/** Never blocks a thread. Keeps the process alive only while calls are pending. */
export class BusConnection {
  readonly #socket: Socket;
  readonly #waiting = new Set<Waiting>();
  #pieces: Buffer[] = [];
  #size = 0;
  #needed = 0;
  #received: Buffer = Buffer.alloc(0);
  #isAuthenticated = false;
  #lastSerial = 0;
  #closed: Error | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const fail = (error: unknown) => this.#fail(error as Error);
    socket.on(
      "data",
      guarded((bytes: Buffer) => this.#receive(bytes), fail),
    );
    socket.on("error", guarded(fail, fail));
    socket.on(
      "close",
      guarded(() => fail(new Error("The D-Bus session closed the connection.")), fail),
    );
    socket.unref();
  }

  static async open(signal: AbortSignal): Promise<BusConnection> {
    const socket = await connectToFirst(sessionBusSockets(process.env), signal);
    const connection = new BusConnection(socket);
    try {
      // Hello is sent without waiting for the authentication result. If the connection is rejected, nothing else has been sent.
      connection.#authenticate();
      await connection.call({ ...bus, member: "Hello" }, signal);
      return connection;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  async call(call: BusCall, signal: AbortSignal): Promise<readonly BusValue[]> {
    // An aborted call might write data, so it must not be sent.
    if (signal.aborted) throw reasonOf(signal);
    const serial = ++this.#lastSerial;
    // Comes before the wait, because encoding may throw.
    const bytes = encodeCall(call, serial);
    const reply = this.#waitFor((message) => message.replySerial === serial, signal);
    this.#send(bytes);
    const { type, errorName, body } = await reply;
    if (type === messageType.reply) return body;
    throw new BusError(String(errorName), typeof body[0] === "string" ? body[0] : "no reason given");
  }

  /** Calls `start` and waits for the next matching signal. */
  async nextSignal(
    source: Source,
    start: () => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<readonly BusValue[]> {
    const { path, interface: name, member } = source;
    const rule = `type='signal',path='${path}',interface='${name}',member='${member}'`;
    await this.call({ ...bus, member: "AddMatch", signature: "s", body: [rule] }, signal);
    const awaited = this.#waitFor((message) => {
      const { type } = message;
      return (
        type === messageType.signal &&
        message.path === path &&
        message.interface === name &&
        message.member === member
      );
    }, signal);
    const [, { body }] = await Promise.all([start(), awaited]);
    return body;
  }

  notify(call: BusCall): void {
    this.#send(encodeCall(call, ++this.#lastSerial));
  }

  close(): void {
    this.#socket.destroySoon();
  }

  /** Sends the user id, which the kernel verifies (D-Bus specification, "EXTERNAL"). */
  #authenticate(): void {
    const user = Buffer.from(String(process.geteuid?.() ?? "")).toString("hex");
    this.#socket.write(`\0AUTH EXTERNAL ${user}\r\nBEGIN\r\n`);
  }

  #send(bytes: Buffer): void {
    if (!this.#closed) this.#socket.write(bytes);
  }

  #waitFor(accepts: Waiting["accepts"], signal: AbortSignal): Promise<Message> {
    if (signal.aborted || this.#closed) return Promise.reject(this.#closed ?? reasonOf(signal));
    return new Promise((resolve, reject) => {
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          this.#waiting.delete(waiting);
          if (this.#waiting.size === 0) this.#socket.unref();
          leave();
          then(value);
        };
      const waiting: Waiting = { accepts, resolve: settle(resolve), reject: settle(reject) };
      const leave = onAbort(signal, () => waiting.reject(reasonOf(signal)));
      this.#waiting.add(waiting);
      this.#socket.ref();
    });
  }

  #receive(bytes: Buffer): void {
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    // Waits for the whole message, because its chunks would otherwise be copied repeatedly.
    if (this.#size < this.#needed) return;
    this.#received = Buffer.concat(this.#pieces);
    if (this.#isAuthenticated || this.#readGreeting()) this.#readMessages();
    this.#pieces = [this.#received];
    this.#size = this.#received.length;
    this.#needed = this.#isAuthenticated ? sizeOfMessage(this.#received) : 0;
  }

  #readMessages(): void {
    for (let next; (next = decodeMessage(this.#received)) !== undefined;) {
      this.#received = this.#received.subarray(next.size);
      const { message } = next;
      for (const waiting of this.#waiting) if (waiting.accepts(message)) waiting.resolve(message);
    }
  }

  /** @returns Whether the line is complete. */
  #readGreeting(): boolean {
    const end = this.#received.indexOf("\r\n");
    if (end < 0 && this.#received.length < maxLineLength) return false;
    if (end < 0 || this.#received.toString("latin1", 0, 3) !== "OK ")
      throw new Error("The D-Bus session belongs to another user.");
    this.#received = this.#received.subarray(end + 2);
    return (this.#isAuthenticated = true);
  }

  #fail(error: Error): void {
    this.#closed ??= error;
    this.#socket.destroy();
    for (const waiting of this.#waiting) waiting.reject(this.#closed);
  }
}

function encodeCall(call: BusCall, serial: number): Buffer {
  return encodeMessage({ ...call, type: messageType.call, serial, body: call.body ?? [] });
}

async function connectToFirst(paths: readonly string[], signal: AbortSignal): Promise<Socket> {
  let reason = "its address is unknown or not a Unix socket";
  for (const path of paths) {
    try {
      return await connectSocket(path, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      // Omits the message, because the path in it could contain misleading words.
      reason = `connecting failed with ${(error as NodeJS.ErrnoException).code}`;
    }
  }
  throw new Error(`There is no D-Bus session: ${reason}.`);
}

function connectSocket(path: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path });
    const giveUp = () => void socket.destroy(reasonOf(signal));
    const leave = onAbort(signal, giveUp);
    socket.on("error", reject);
    socket.on(
      "connect",
      guarded(() => {
        leave();
        resolve(socket);
      }, reject),
    );
    if (signal.aborted) giveUp();
  });
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error("given up");
}
