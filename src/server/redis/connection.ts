import { channels } from "../tracing/fleet-channels.ts";
import { ClientError, ErrorType } from "../../core/errors.ts";
import type { RedisCommand } from "./command.ts";
import { redisFailure } from "./failure.ts";
import type { ReplicaOptions } from "./options.ts";
import type { Script } from "./script.ts";

/** What a script answered that waited for replicas. */
export interface Replicated {
  readonly reply: unknown;
  readonly isReplicated: boolean;
}

interface ConnectionInit {
  readonly command: RedisCommand;
  readonly timeoutMs: number;
  readonly replicas: ReplicaOptions | undefined;
}

type Keys = readonly [string, ...string[]];

const defaultWaitMs = 100;

/** Runs scripts through a driver of the caller's, which may throw anything, or never answer. */
export class RedisConnection {
  readonly #init: ConnectionInit;

  constructor({ command, ...init }: ConnectionInit) {
    // A driver that throws at once, or gives no promise, is one whose answer fails.
    this.#init = { ...init, command: async (words, key) => command(words, key) };
  }

  /** @param operation - what is done, for messages: `Reading a player's tokens`. */
  run(operation: string, script: Script, keys: Keys, args: readonly string[]): Promise<unknown> {
    return this.#within(operation, () => script.run(this.#init.command, keys, args));
  }

  /** The same for a write, which is sent together with the question how many replicas have it: one round trip. */
  async runReplicated(
    operation: string,
    script: Script,
    keys: Keys,
    args: readonly string[],
  ): Promise<Replicated> {
    const { command, replicas } = this.#init;
    if (!replicas) return { reply: await this.run(operation, script, keys, args), isReplicated: true };
    const { count, timeoutMs = defaultWaitMs } = replicas;
    let acknowledged: unknown = 0;
    const reply = await this.#within(operation, () =>
      script.run(
        async (words, key) => {
          const write = command(words, key);
          // Waits for the write before it, since both go through one connection.
          const wait = command(["WAIT", String(count), String(timeoutMs)], key).catch(() => 0);
          [, acknowledged] = await Promise.all([write, wait]);
          return write;
        },
        keys,
        args,
      ),
    );
    const isReplicated = Number(acknowledged) >= count;
    channels.storeReplicated.publish(() => ({
      operation,
      outcome: isReplicated ? "replicated" : "short",
      replicas: Number(acknowledged),
    }));
    return { reply, isReplicated };
  }

  async #within<T>(operation: string, ask: () => Promise<T>): Promise<T> {
    const { timeoutMs } = this.#init;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooLate(operation, timeoutMs)), timeoutMs);
    });
    try {
      return await Promise.race([ask(), late]);
    } catch (error) {
      throw redisFailure(operation, error);
    } finally {
      clearTimeout(timer);
    }
  }
}

function tooLate(operation: string, timeoutMs: number): ClientError {
  return new ClientError({
    type: ErrorType.NetworkError,
    code: "store_unreachable",
    message: `${operation} failed: Redis gave no answer within ${timeoutMs} ms.`,
    hint: "Redis cannot be reached or is slow: check its slow log and the connection. Most drivers retry forever unless a limit is set.",
    retryable: true,
  });
}
