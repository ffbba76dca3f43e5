import { readFile, rm } from "node:fs/promises";
import type { EventEmitter } from "node:events";
import type { Server, Socket } from "node:net";
import { join } from "node:path";
import type { EmulatorCall } from "../options.ts";
import { variables } from "../../frame/variables.ts";
import { Front, type FrontInit, passOn } from "./front.ts";

/** A message of the run outside: its door, in answer to `served`, or a signal that it got. */
export type OutsideMessage = "door" | NodeJS.Signals;

/** The message of this run once it serves. */
export const served = "served";

/** The process, as the run outside speaks to it. */
export interface Channel extends EventEmitter {
  readonly pid: number;
  readonly connected?: boolean | undefined;
  readonly channel?: { unref(): void } | undefined;
  kill(pid: number, signal: NodeJS.Signals): unknown;
  send?(message: typeof served): unknown;
}

/** Whether this run was started in the namespace, by the one outside. */
export function isInside({ env }: Pick<EmulatorCall, "env">): boolean {
  return env[variables.namespacePort] !== undefined;
}

/** The environment of the person's program, which may start an emulator of its own. */
export function withoutNamespace(env: EmulatorCall["env"]): EmulatorCall["env"] {
  const { [variables.namespace]: _folder, [variables.namespacePort]: _port, ...rest } = env;
  return rest;
}

/** The emulator's part of the namespace: the service's names, and a door to the outside for its page. */
export class Inside implements AsyncDisposable {
  /** The emulator's, which is the same outside. */
  readonly port: number;
  readonly #folder: string;
  readonly #outside: Channel;
  #front: Front | undefined;

  /** From here on the signals of the run outside are this one's own; it ends with the run outside. */
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
    // The emulator alone keeps this run alive.
    outside.channel?.unref();
  }

  /**
   * Lets the service's names and the page lead to the emulator, which listens by now.
   *
   * @param ports - of the front. Default: those of HTTPS and HTTP.
   */
  async open(ports?: FrontInit["ports"]): Promise<void> {
    const [key, cert] = await Promise.all(["key.pem", "certificate.pem"].map((name) => this.#read(name)));
    // The person's program, which starts later, cannot read it.
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
