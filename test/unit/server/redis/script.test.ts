import { describe, expect, it } from "vitest";
import type { RedisCommand } from "../../../../src/server/redis/options.ts";
import { createScript } from "../../../../src/server/redis/connection.ts";

const script = createScript("return 1");

function recorded(answers: readonly (() => unknown)[]): { sent: unknown[]; command: RedisCommand } {
  const sent: unknown[] = [];
  const left = [...answers];
  const command: RedisCommand = async (args, key) => {
    sent.push([args, key]);
    return left.shift()?.();
  };
  return { sent, command };
}

describe("Script.run", () => {
  it("sends the hash of the script and the number of keys", async () => {
    const { sent, command } = recorded([() => 7]);
    expect(await script.run(command, ["k", "l"], ["a"])).toBe(7);
    expect(sent).toEqual([
      [["EVALSHA", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "2", "k", "l", "a"], "k"],
    ]);
  });

  it("sends the full script if the server does not have it", async () => {
    const unknown = () => {
      throw new Error("NOSCRIPT No matching script.");
    };
    const { sent, command } = recorded([unknown, () => 8]);
    expect(await script.run(command, ["k"], [])).toBe(8);
    expect(sent[1]).toEqual([["EVAL", "return 1", "1", "k"], "k"]);
  });

  it("rejects with the driver's error", async () => {
    const failure = new Error("OOM command not allowed");
    const { sent, command } = recorded([
      () => {
        throw failure;
      },
    ]);
    await expect(script.run(command, ["k"], [])).rejects.toBe(failure);
    expect(sent).toHaveLength(1);
  });
});
