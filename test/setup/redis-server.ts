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
  readonly settings?: readonly string[];
  /** Default: a free port. */
  readonly port?: number;
  readonly limitMs?: number;
}

/** A real redis-server on 127.0.0.1, by default without persistence. */
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

  /** Starts the server, or restarts it with its persisted data after {@link kill}. */
  async run(): Promise<void> {
    const { settings = [], limitMs } = this.#options;
    const given = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.folder, "--save", ""];
    const child = startProgram("redis-check-rdb", [...given, ...settings], {
      // The executable selects its mode by the name under which it was started.
      argv0: "redis-server",
      stdio: ["ignore", "pipe", "inherit"],
      ...(limitMs !== undefined && { limitMs }),
    });
    this.#process = child;
    const lines = createInterface({ input: child.stdout ?? expect.unreachable() });
    await new Promise<void>((resolve, reject) => {
      const output: string[] = [];
      lines.on("line", (line) => {
        if (output.length < 50) output.push(line);
        if (line.includes("eady to accept connections")) resolve();
      });
      lines.once("close", () => reject(new Error(`redis-server exited:\n${output.join("\n")}`)));
    });
  }

  /** Simulates a power failure. */
  async kill(): Promise<void> {
    if (this.#process) await endProgram(this.#process);
  }

  /** Makes the server accept connections but not respond until {@link resume}. */
  pause(): void {
    this.#process?.kill("SIGSTOP");
  }

  resume(): void {
    this.#process?.kill("SIGCONT");
  }

  /** Opens a separate connection that fails immediately if the server is down. */
  driver(options: object = {}): Redis {
    const redis = new Redis({ port: this.port, host: "127.0.0.1", maxRetriesPerRequest: 0, ...options });
    // Prevents the driver from printing every lost connection.
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
