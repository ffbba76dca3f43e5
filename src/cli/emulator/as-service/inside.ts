import { readFile, rm } from "node:fs/promises";
import { type EventEmitter, once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { EmulatorCall } from "../options.ts";
import { variables } from "../../frame/host.ts";
import { pipeline } from "node:stream";
import { createServer as createTlsServer } from "node:tls";

/** A message from the outer process: either a signal, or the listening server in response to `served`. */
export type OutsideMessage = "server" | NodeJS.Signals;

export const served = "served";

export interface Channel extends EventEmitter {
  readonly pid: number;
  readonly connected?: boolean | undefined;
  readonly channel?: { unref(): void } | undefined;
  kill(pid: number, signal: NodeJS.Signals): unknown;
  send?(message: typeof served): unknown;
}

export function isInside({ env }: Pick<EmulatorCall, "env">): boolean {
  return env[variables.namespacePort] !== undefined;
}

/** Removes the namespace's variables, because the user's program may start its own emulator. */
export function withoutNamespace(env: EmulatorCall["env"]): EmulatorCall["env"] {
  const { [variables.namespace]: _folder, [variables.namespacePort]: _port, ...rest } = env;
  return rest;
}

export class Inside implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  readonly #outside: Channel;
  #front: Front | undefined;

  constructor({ env }: Pick<EmulatorCall, "env">, outside: Channel = process) {
    this.port = Number(env[variables.namespacePort]);
    this.#folder = env[variables.namespace] ?? "";
    this.#outside = outside;
    const end = (signal: NodeJS.Signals) => void outside.kill(outside.pid, signal);
    outside.on("message", (message: OutsideMessage, server: Server) => {
      if (message === "server") this.#receive(server);
      else end(message);
    });
    outside.once("disconnect", () => end("SIGTERM"));
    if (!outside.connected) end("SIGTERM");
    // Only the emulator should keep this process alive.
    outside.channel?.unref();
  }

  async open(ports?: FrontInit["ports"]): Promise<void> {
    const [key, cert] = await Promise.all(["key.pem", "certificate.pem"].map((name) => this.#read(name)));
    // Deleted before the user's program starts, so that the program cannot read the key.
    await rm(join(this.#folder, "key.pem"));
    this.#front = await Front.start({ target: this.port, key, cert, ports });
    this.#outside.send?.(served);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#front?.[Symbol.asyncDispose]();
  }

  #receive(server: Server): void {
    server.unref().on("connection", (socket: Socket) => passOn(socket, this.port));
  }

  #read(name: string): Promise<Buffer> {
    return readFile(join(this.#folder, name));
  }
}

/** Each direction of a connection can be closed independently. */
const allowHalfOpen = true;

export function passOn(socket: Socket, port: number): void {
  const onward = connect({ port, host: "127.0.0.1", allowHalfOpen });
  pipeline(socket, onward, socket, () => undefined);
}

export interface FrontInit {
  readonly target: number;
  readonly key: Buffer | undefined;
  readonly cert: Buffer | undefined;
  /** Default: 443 and 80. */
  readonly ports?: readonly [tls: number, plain: number] | undefined;
}

export class Front implements AsyncDisposable {
  readonly #servers: readonly Server[];
  readonly #sockets = new Set<Socket>();

  static async start({ target, key, cert, ports = [443, 80] }: FrontInit): Promise<Front> {
    const pass = (socket: Socket) => passOn(socket, target);
    const front = new Front([
      createTlsServer({ key, cert, allowHalfOpen }, pass),
      createServer({ allowHalfOpen }, pass),
    ]);
    try {
      await Promise.all(front.#servers.map((server, at) => listen(server, ports[at])));
    } catch (error) {
      await front[Symbol.asyncDispose]();
      throw error;
    }
    return front;
  }

  private constructor(servers: readonly Server[]) {
    this.#servers = servers;
    for (const server of servers) server.on("connection", (socket: Socket) => this.#keep(socket));
  }

  get ports(): readonly number[] {
    return this.#servers.map((server) => (server.address() as AddressInfo).port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }
}

async function listen(server: Server, port: number | undefined): Promise<void> {
  await once(server.listen(port, "127.0.0.1"), "listening");
}
