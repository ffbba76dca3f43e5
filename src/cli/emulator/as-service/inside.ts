import { readFile, rm } from "node:fs/promises";
import type { EventEmitter } from "node:events";
import type { Server, Socket } from "node:net";
import { join } from "node:path";
import type { EmulatorCall } from "../options.ts";
import { variables } from "../../frame/variables.ts";
import { Front, type FrontInit, passOn } from "./front.ts";

/** A message from the outer process: the listening server, in response to `served`, or a signal. */
export type OutsideMessage = "door" | NodeJS.Signals;

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

/** The user's program may start its own emulator. */
export function withoutNamespace(env: EmulatorCall["env"]): EmulatorCall["env"] {
  const { [variables.namespace]: _folder, [variables.namespacePort]: _port, ...rest } = env;
  return rest;
}

export class Inside implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  readonly #outside: Channel;
  #front: Front | undefined;

  /** Applies signals forwarded by the outer process, and exits together with it. */
  constructor({ env }: Pick<EmulatorCall, "env">, outside: Channel = process) {
    this.port = Number(env[variables.namespacePort]);
    this.#folder = env[variables.namespace] ?? "";
    this.#outside = outside;
    const end = (signal: NodeJS.Signals) => void outside.kill(outside.pid, signal);
    outside.on("message", (message: OutsideMessage, door: Server) => {
      if (message === "door") this.#receive(door);
      else end(message);
    });
    outside.once("disconnect", () => end("SIGTERM"));
    if (!outside.connected) end("SIGTERM");
    // Only the emulator keeps this process alive.
    outside.channel?.unref();
  }

  /** @param ports - of the front. Default: 443 and 80. */
  async open(ports?: FrontInit["ports"]): Promise<void> {
    const [key, cert] = await Promise.all(["key.pem", "certificate.pem"].map((name) => this.#read(name)));
    // Removed before the user's program starts, so it cannot read the key.
    await rm(join(this.#folder, "key.pem"));
    this.#front = await Front.start({ target: this.port, key, cert, ports });
    this.#outside.send?.(served);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#front?.[Symbol.asyncDispose]();
  }

  #receive(door: Server): void {
    door.unref().on("connection", (socket: Socket) => passOn(socket, this.port));
  }

  #read(name: string): Promise<Buffer> {
    return readFile(join(this.#folder, name));
  }
}
