import { channel } from "node:diagnostics_channel";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { RedisCommand } from "../../../../src/server/redis/options.ts";
import { createScript, RedisConnection } from "../../../../src/server/redis/connection.ts";

const script = createScript("return 1");
const connection = (command: RedisCommand, replicas?: { count: number; timeoutMs?: number }) =>
  new RedisConnection({ command, timeoutMs: 20, replicas });

describe("a driver", () => {
  it("causes a timeout if it never answers", async () => {
    const silent = connection(() => new Promise(() => undefined));
    await expect(silent.run("Reading", script, ["k"], [])).rejects.toMatchObject({
      code: "store_unreachable",
      retryable: true,
      message: "Reading failed: Redis gave no answer within 20 ms.",
    });
  });

  it("may throw synchronously instead of rejecting", async () => {
    const throwing = connection(() => {
      throw new Error("Connection is closed.");
    });
    await expect(throwing.run("Reading", script, ["k"], [])).rejects.toMatchObject({
      code: "store_unreachable",
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
  ])("reports whether it is replicated, with %i of 2 replicas", async (count, isReplicated) => {
    const two = connection(
      withReplicas(() => count),
      { count: 2 },
    );
    expect(await two.runReplicated("Writing", script, ["k"], [])).toEqual({ reply: "reply", isReplicated });
  });

  it("publishes the number of replicas that have it", async () => {
    const heard: unknown[] = [];
    const hear = (message: unknown) => void heard.push(message);
    channel("slashpass:store:replicated").subscribe(hear);
    for (const count of [1, 0]) {
      const one = connection(
        withReplicas(() => count),
        { count: 1 },
      );
      await one.runReplicated("Writing", script, ["k"], []);
    }
    channel("slashpass:store:replicated").unsubscribe(hear);
    expect(heard).toEqual([
      { operation: "Writing", outcome: "replicated", replicas: 1 },
      { operation: "Writing", outcome: "short", replicas: 0 },
    ]);
  });

  it("succeeds although the wait fails", async () => {
    const failing = withReplicas(() => {
      throw new Error("ERR WAIT cannot be used with replica instances");
    });
    const one = connection(failing, { count: 1 });
    expect(await one.runReplicated("Writing", script, ["k"], [])).toEqual({
      reply: "reply",
      isReplicated: false,
    });
  });

  it("ignores the replicas if the write was rejected", async () => {
    const refusing: RedisCommand = async ([name]) => {
      if (name === "WAIT") return 1;
      throw new Error("OOM command not allowed");
    };
    const one = connection(refusing, { count: 1 });
    await expect(one.runReplicated("Writing", script, ["k"], [])).rejects.toMatchObject({
      code: "store_full",
    });
  });

  it("waits again if the script must be sent completely", async () => {
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

it("rejects only the write if it fails and the driver throws at WAIT", async () => {
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

it("accepts a driver that returns values instead of promises", async () => {
  const plain = connection((([name]: readonly string[]) => (name === "WAIT" ? 1 : "reply")) as never, {
    count: 1,
  });
  expect(await plain.runReplicated("Writing", script, ["k"], [])).toEqual({
    reply: "reply",
    isReplicated: true,
  });
});
