import { describe, expect, it } from "vitest";
import type { RedisCommand } from "../../../../src/server/redis/options.ts";
import { createScript } from "../../../../src/server/redis/script.ts";

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

describe("A script", () => {
  it("is sent by its hash, with its keys counted", async () => {
    const { sent, command } = recorded([() => 7]);
    expect(await script.run(command, ["k", "l"], ["a"])).toBe(7);
    expect(sent).toEqual([
      [["EVALSHA", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "2", "k", "l", "a"], "k"],
    ]);
  });

  it("is sent as a whole to a server that does not know it", async () => {
    const unknown = () => {
      throw new Error("NOSCRIPT No matching script.");
    };
    const { sent, command } = recorded([unknown, () => 8]);
    expect(await script.run(command, ["k"], [])).toBe(8);
    expect(sent[1]).toEqual([["EVAL", "return 1", "1", "k"], "k"]);
  });

  it("fails with what the driver fails with", async () => {
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
