import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { RedisCommand } from "../../../../src/server/redis/options.ts";
import { createScript, RedisConnection, redisFailure } from "../../../../src/server/redis/connection.ts";
import { inspect } from "node:util";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { collectMessages } from "../../../setup/collect-messages.ts";
import { findSecret } from "../../../setup/find-secret.ts";
import { throwing } from "../../../setup/throwing.ts";

const script = createScript("return 1");
const connection = (command: RedisCommand, replicas?: { count: number; timeoutMs?: number }) =>
  new RedisConnection({ command, timeoutMs: 20, replicas });

describe("a driver", () => {
  it("causes a timeout if it never responds", async () => {
    const silent = connection(() => new Promise(() => undefined));
    await expect(silent.run("Reading", script, ["k"], [])).rejects.toMatchObject({
      code: "store_unreachable",
      retryable: true,
      message: "Reading failed: Redis did not respond within 20 ms.",
    });
  });
});

describe("a write that waits for replicas", () => {
  const withReplicas =
    (acknowledged: () => unknown): RedisCommand =>
    async ([name]) =>
      name === "WAIT" ? acknowledged() : "reply";

  it.each([
    [2, true],
    [3, true],
    [1, false],
  ])("with %i of 2 replicas, reports whether it is replicated", async (count, isReplicated) => {
    const two = connection(
      withReplicas(() => count),
      { count: 2 },
    );
    expect(await two.runReplicated("Writing", script, ["k"], [])).toEqual({ reply: "reply", isReplicated });
  });

  it("publishes the number of replicas that stored it", async () => {
    const events = await collectMessages("slashpass:store:replicated", async () => {
      for (const count of [1, 0]) {
        const acknowledging = withReplicas(() => count);
        await connection(acknowledging, { count: 1 }).runReplicated("Writing", script, ["k"], []);
      }
    });
    expect(events).toEqual([
      { operation: "Writing", outcome: "replicated", replicas: 1 },
      { operation: "Writing", outcome: "short", replicas: 0 },
    ]);
  });

  it("succeeds even if the wait fails", async () => {
    const failing = withReplicas(throwing(new Error("ERR WAIT cannot be used with replica instances")));
    const one = connection(failing, { count: 1 });
    expect(await one.runReplicated("Writing", script, ["k"], [])).toEqual({
      reply: "reply",
      isReplicated: false,
    });
  });

  it("waits again if the script has to be sent in full", async () => {
    const names: string[] = [];
    const command: RedisCommand = async ([name]) => {
      names.push(name);
      if (name === "EVALSHA") throw new Error("NOSCRIPT No matching script.");
      return name === "WAIT" ? 1 : "reply";
    };
    const one = connection(command, { count: 1 });
    expect(await one.runReplicated("Writing", script, ["k"], [])).toEqual({
      reply: "reply",
      isReplicated: true,
    });
    expect(names).toEqual(["EVALSHA", "WAIT", "EVAL", "WAIT"]);
  });

  it("does not wait by default", async () => {
    const plain = connection(withReplicas(() => expect.unreachable()));
    expect(await plain.runReplicated("Writing", script, ["k"], [])).toEqual({
      reply: "reply",
      isReplicated: true,
    });
  });
});

it("rejects only with the write's error if the driver also throws on WAIT", async () => {
  const broken = connection(
    ([name]) => {
      if (name === "WAIT") throw new TypeError("WAIT is not supported");
      return Promise.reject(new Error("READONLY You can't write against a read only replica."));
    },
    { count: 1 },
  );
  await expect(broken.runReplicated("Writing", script, ["k"], [])).rejects.toMatchObject({
    code: "store_read_only",
  });
  // An unhandled rejection would fail the test run.
  await nextTurn();
});

/** Resembles the drivers' errors. */
class ReplyError extends Error {
  override readonly name = "ReplyError";
  readonly command = { name: "evalsha", args: ["the-secret"] };
}

describe("a driver error", () => {
  it.each([
    ["READONLY You can't write against a read only replica.", "store_read_only", true],
    ["OOM command not allowed when used memory > 'maxmemory'.", "store_full", true],
    ["ERR Error running script: @user_script: 1: -OOM command not allowed", "store_full", true],
    ["MISCONF Redis is configured to save RDB snapshots", "store_read_only", true],
    ["LOADING Redis is loading the dataset in memory", "store_unreachable", true],
    ["CLUSTERDOWN Hash slot not served", "store_unreachable", true],
    ["MASTERDOWN Link with MASTER is down", "store_unreachable", true],
    ["MOVED 3999 127.0.0.1:6381", "store_unreachable", true],
    ["Too many Cluster redirections. Last error: ReplyError: MOVED 3999 x", "store_unreachable", true],
    ["TRYAGAIN Multiple keys request during rehashing of slot", "store_unreachable", true],
    ["BUSY Redis is busy running a script.", "store_unreachable", true],
    ["WRONGTYPE Operation against a key", "store_unreadable", false],
    ["NOREPLICAS Not enough good replicas to write.", "store_read_only", true],
    ["WRONGPASS invalid username-password pair", "store_refused", false],
    ["NOAUTH Authentication required.", "store_refused", false],
    ["NOPERM this user has no permissions", "store_refused", false],
    ["ERR something of the-secret", "store_failed", false],
  ])("is mapped to an error code: %s", (text, code, retryable) => {
    const error = redisFailure("Reading", new ReplyError(text));
    expect(error).toMatchObject({ code, retryable });
    expect(error.message).toMatch(/^Reading failed: Redis /);
    expect(findSecret(inspect(error, { depth: 9, showHidden: true }), "the-secret")).toEqual([]);
  });

  it.each([[new Error("connect ECONNREFUSED 127.0.0.1:1")], ["a text"], [undefined], [{ message: 7 }]])(
    "is reported as an unreachable store if it does not come from Redis",
    (error) => {
      expect(redisFailure("Reading", error)).toMatchObject({
        type: ErrorType.NetworkError,
        code: "store_unreachable",
        retryable: true,
      });
    },
  );

  it("is not changed if the library threw it", () => {
    const error = new ClientError({ type: ErrorType.Disabled, code: "store_failed", message: "Ours." });
    expect(redisFailure("Reading", error)).toBe(error);
  });
});

describe("createScript", () => {
  function recorded(answers: readonly (() => unknown)[]): { sent: unknown[]; command: RedisCommand } {
    const sent: unknown[] = [];
    const remaining = [...answers];
    const command: RedisCommand = async (args, key) => {
      sent.push([args, key]);
      return remaining.shift()?.();
    };
    return { sent, command };
  }

  it("sends the hash of the script and the number of keys", async () => {
    const { sent, command } = recorded([() => 7]);
    expect(await script.run(command, ["k", "l"], ["a"])).toBe(7);
    expect(sent).toEqual([
      [["EVALSHA", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "2", "k", "l", "a"], "k"],
    ]);
  });
});
