import { createHash } from "node:crypto";
import { ClientError, type ErrorCode, ErrorType, isClientError } from "../../core/errors.ts";
import { ignore } from "../../core/check/callback.ts";
import { orAborted } from "../../core/request/abort.ts";
import { startDeadline } from "../../core/request/deadline.ts";
import { channels } from "../tracing/fleet-channels.ts";
import type { ReplicaOptions, RedisCommand } from "./options.ts";

export interface Script {
  /**
   * Sends the script's source only if the server does not have it.
   *
   * @param keys - Keys that share a hash tag and thus a cluster node.
   */
  run(command: RedisCommand, keys: readonly [string, ...string[]], args: readonly string[]): Promise<unknown>;
}

export function createScript(source: string): Script {
  const hash = createHash("sha1").update(source).digest("hex");
  return {
    async run(command, keys, args) {
      const rest = [String(keys.length), ...keys, ...args];
      try {
        return await command(["EVALSHA", hash, ...rest], keys[0]);
      } catch (error) {
        if (!isUnknownScript(error)) throw error;
        // EVAL also caches the script.
        return command(["EVAL", source, ...rest], keys[0]);
      }
    },
  };
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("NOSCRIPT");
}

interface RedisProblem {
  readonly code: ErrorCode;
  readonly problem: string;
  readonly hint: string;
}

/** Error codes for failures that a retry cannot fix. */
const lasting: ReadonlySet<ErrorCode> = new Set(["store_refused", "store_failed", "store_unreadable"]);

const problems: Readonly<Record<string, RedisProblem>> = {
  READONLY: {
    code: "store_read_only",
    problem: "is a replica, which accepts no writes",
    hint: "Connect to the master, or configure the driver to follow failovers (Cluster or Sentinel).",
  },
  OOM: {
    code: "store_full",
    problem: "is out of memory",
    hint: "Increase its memory (maxmemory) or add shards. Existing data can still be read.",
  },
  MISCONF: {
    code: "store_read_only",
    problem: "accepts no writes, because it cannot save to its disk",
    hint: "Check the Redis log: its disk is full or not writable.",
  },
  LOADING: {
    code: "store_unreachable",
    problem: "is still loading its data from disk",
    hint: "Try again.",
  },
  CLUSTERDOWN: {
    code: "store_unreachable",
    problem: "is a cluster with unavailable nodes",
    hint: "Try again. If the error persists, check CLUSTER INFO.",
  },
  MASTERDOWN: {
    code: "store_unreachable",
    problem: "is a replica without a master",
    hint: "Try again and configure the driver to follow failovers (Cluster or Sentinel).",
  },
  MOVED: moving("stores this key on another cluster node"),
  TRYAGAIN: moving("is moving this key to another cluster node"),
  BUSY: {
    code: "store_unreachable",
    problem: "is busy with a long script",
    hint: "Try again and find the script in the Redis slow log.",
  },
  NOREPLICAS: {
    code: "store_read_only",
    problem: "has too few replicas to accept writes (min-replicas-to-write)",
    hint: "Start the replicas again.",
  },
  WRONGPASS: password("rejects the user name or password"),
  // If a driver's password is rejected, the driver continues without one.
  NOAUTH: password("requires a password, but the password is missing or wrong"),
  WRONGTYPE: {
    code: "store_unreadable",
    problem: "has another program's value under one of this store's keys",
    hint: "Use a different prefix for other data in that Redis instance.",
  },
  NOPERM: {
    code: "store_refused",
    problem: "does not allow this user to send this command",
    hint: "In the Redis ACL, allow this user to call EVAL, EVALSHA and WAIT on keys with this store's prefix.",
  },
};

function password(problem: string): RedisProblem {
  const hint = "Check the driver's user name and password.";
  return { code: "store_refused", problem, hint };
}

function moving(problem: string): RedisProblem {
  const hint = "Use the driver's cluster client, which follows moved keys, and try again.";
  return { code: "store_unreachable", problem, hint };
}

/** Drivers report the reason only in their error event. If only one end uses TLS, most drivers report no reason. */
const reasons =
  "check the driver's error event for the reason, such as a wrong address or password, or an untrusted certificate. If there is no event, check the network and that both sides use the same TLS setting";

const away: RedisProblem = {
  code: "store_unreachable",
  problem: "could not be reached",
  hint: `If the error persists, ${reasons}.`,
};

const broken: RedisProblem = {
  code: "store_failed",
  problem: "returned an error",
  hint: "See the driver's own error event. Its message is not shown here, because it may contain data that was sent.",
};

/** Uses only Redis's error prefix, because drivers attach the whole command to the error, including its arguments. */
export function redisFailure(operation: string, error: unknown): ClientError {
  if (isClientError(error)) return error;
  const { code, problem, hint } = problemOf(error);
  return new ClientError({
    type: code === "store_unreachable" ? ErrorType.NetworkError : ErrorType.Disabled,
    code,
    message: `${operation} failed: Redis ${problem}.`,
    hint,
    retryable: !lasting.has(code),
  });
}

function problemOf(error: unknown): RedisProblem {
  const text = textOf(error);
  const word = /\b[A-Z]{3,16}\b/.exec(/^(?:ERR )?(?:Error: )?(.*)$/s.exec(text)?.[1] ?? "");
  if (word?.index === 0 && Object.hasOwn(problems, word[0])) return problems[word[0]] as RedisProblem;
  // A script's error contains the failed command's error prefix: "… -OOM command not allowed …".
  const inside = Object.keys(problems).find((one) => text.includes(`-${one} `) || text.includes(`: ${one} `));
  if (inside !== undefined) return problems[inside] as RedisProblem;
  return isReply(error) ? broken : away;
}

function isReply(error: unknown): boolean {
  const name = error instanceof Error ? `${error.name} ${error.constructor.name}` : "";
  return /ReplyError|ErrorReply|SimpleError|BlobError/.test(name);
}

function textOf(error: unknown): string {
  return error instanceof Error && typeof error.message === "string" ? error.message : "";
}

interface Replicated {
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

/** The caller's driver may throw anything or never respond. */
export class RedisConnection {
  readonly #init: ConnectionInit;
  #failedAt: number | undefined;

  constructor({ command, ...init }: ConnectionInit) {
    // Turns a synchronous exception into a rejection.
    this.#init = { ...init, command: async (args, key) => command(args, key) };
  }

  /** `undefined` if Redis has never been unreachable. */
  get failedAgoMs(): number | undefined {
    return this.#failedAt && Math.floor(performance.now() - this.#failedAt);
  }

  /** @param late - Called with a reply that arrives after the timeout, for example because the driver queued the command. */
  run(
    operation: string,
    script: Script,
    keys: Keys,
    args: readonly string[],
    late?: (reply: unknown) => void,
  ): Promise<unknown> {
    return this.#within(operation, () => script.run(this.#init.command, keys, args), late);
  }

  /** Runs a write and counts the replicas that received it, in one round trip. */
  async runReplicated(
    operation: string,
    script: Script,
    keys: Keys,
    args: readonly string[],
  ): Promise<Replicated> {
    const { command, replicas } = this.#init;
    if (!replicas) return { reply: await this.run(operation, script, keys, args), isReplicated: true };
    let acknowledged = 0;
    const reply = await this.#within(operation, () =>
      script.run(
        async (words, key) => {
          const write = command(words, key);
          // WAIT covers the preceding write, because both use the same connection.
          [, acknowledged] = await Promise.all([write, this.#acknowledged(replicas, key)]);
          return write;
        },
        keys,
        args,
      ),
    );
    return { reply, isReplicated: this.#judge(operation, replicas, acknowledged) };
  }

  /**
   * Waits for the required replicas, then reads again, because after a failover the new master may not have the earlier write.
   *
   * @returns `undefined` if no replicas are required.
   */
  async readReplicated(operation: string, script: Script, keys: Keys): Promise<unknown> {
    const { command, replicas } = this.#init;
    if (!replicas?.required) return undefined;
    const [acknowledged, reply] = await this.#within(operation, () =>
      Promise.all([this.#acknowledged(replicas, keys[0]), script.run(command, keys, [])]),
    );
    this.#judge(operation, replicas, acknowledged);
    return reply;
  }

  async #acknowledged({ count, timeoutMs = defaultWaitMs }: ReplicaOptions, key: string): Promise<number> {
    const wait = this.#init.command(["WAIT", String(count), String(timeoutMs)], key);
    return Number(await wait.catch(() => 0));
  }

  #judge(operation: string, replicas: ReplicaOptions, acknowledged: number): boolean {
    const isReplicated = acknowledged >= replicas.count;
    const outcome = isReplicated ? "replicated" : "short";
    channels.storeReplicated.publish(() => ({ operation, outcome, replicas: acknowledged }));
    if (!isReplicated && replicas.required) throw tooFewReplicas(operation, replicas, acknowledged);
    return isReplicated;
  }

  async #within<T>(operation: string, ask: () => Promise<T>, late?: (reply: T) => void): Promise<T> {
    using deadline = startDeadline(operation, this.#init.timeoutMs, [], tooLate);
    const asking = ask();
    try {
      return await orAborted(asking, operation, deadline.signal);
    } catch (error) {
      if (late && deadline.signal.aborted) asking.then(late).catch(ignore);
      const failure = redisFailure(operation, error);
      if (failure.code === "store_unreachable") this.#failedAt = performance.now();
      throw failure;
    }
  }
}

function tooFewReplicas(
  operation: string,
  { count, timeoutMs = defaultWaitMs }: ReplicaOptions,
  acknowledged: number,
): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_read_only",
    message: `${operation} failed: ${acknowledged} of ${count} required replicas confirmed it within ${timeoutMs} ms.`,
    hint: "Check that the replicas are running and connected, and that `replicas.count` does not exceed the number of replicas.",
    retryable: true,
  });
}

function tooLate(operation: string, timeoutMs: number): ClientError {
  return new ClientError({
    type: ErrorType.NetworkError,
    code: "store_unreachable",
    message: `${operation} failed: Redis did not respond within ${timeoutMs} ms.`,
    hint: `Either Redis is slow, or the driver is not connected (most drivers then wait indefinitely). If the error persists, ${reasons}. Also check the Redis slow log.`,
    retryable: true,
  });
}
