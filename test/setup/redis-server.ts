import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Redis } from "ioredis";
import { expect } from "vitest";
import type { RedisCommand } from "../../src/server/redis/options.ts";
import { endProgram, startProgram } from "./child-process.ts";
import { freePort } from "./free-port.js";

export interface RedisServerOptions {
  /** More settings, as on the command line. */
  readonly settings?: readonly string[];
  /** Default: a free one. */
  readonly port?: number;
  readonly limitMs?: number;
}

/** A real redis-server on 127.0.0.1, which keeps nothing on the disk unless it is told to. */
export class RedisServer {
  readonly port: number;
  readonly folder: string;
  readonly #options: RedisServerOptions;
  #process: ChildProcess | undefined;
  readonly #drivers: Redis[] = [];

  private constructor(port: number, options: RedisServerOptions) {
    this.port = port;
    this.#options = options;
    this.folder = mkdtempSync(join(tmpdir(), "slashpass-redis-"));
  }

  static async start(options: RedisServerOptions = {}): Promise<RedisServer> {
    const server = new RedisServer(options.port ?? (await freePort()), options);
    await server.run();
    return server;
  }

  /** Starts it, also once more after {@link kill}: with what it has on the disk. */
  async run(): Promise<void> {
    const { settings = [], limitMs } = this.#options;
    const given = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.folder, "--save", ""];
    const child = startProgram("redis-check-rdb", [...given, ...settings], {
      // Which of its programs it is, it tells by its name.
      argv0: "redis-server",
      stdio: ["ignore", "pipe", "inherit"],
      ...(limitMs !== undefined && { limitMs }),
    });
    this.#process = child;
    const lines = createInterface({ input: child.stdout ?? expect.unreachable() });
    await new Promise<void>((resolve, reject) => {
      const said: string[] = [];
      lines.on("line", (line) => {
        if (said.length < 50) said.push(line);
        if (line.includes("eady to accept connections")) resolve();
      });
      lines.once("close", () => reject(new Error(`redis-server ended:\n${said.join("\n")}`)));
    });
  }

  /** As if the power had gone. */
  async kill(): Promise<void> {
    if (this.#process) await endProgram(this.#process);
  }

  /** It takes connections, and answers nothing, until {@link resume}. */
  pause(): void {
    this.#process?.kill("SIGSTOP");
  }

  resume(): void {
    this.#process?.kill("SIGCONT");
  }

  /** A connection of its own, which tells at once when the server is away. */
  driver(options: object = {}): Redis {
    const redis = new Redis({ port: this.port, host: "127.0.0.1", maxRetriesPerRequest: 0, ...options });
    // Else each lost connection is printed.
    redis.on("error", () => undefined);
    this.#drivers.push(redis);
    return redis;
  }

  command(options: object = {}): RedisCommand {
    const redis = this.driver(options);
    return ([name, ...args]) => redis.call(name, ...args);
  }

  async stop(): Promise<void> {
    for (const redis of this.#drivers) redis.disconnect();
    this.resume();
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
