import { createHash } from "node:crypto";
import type { RedisCommand } from "./options.ts";

/** A Lua script that Redis runs as one step. */
export interface Script {
  /**
   * Sends the script's hash, and its text only to a server that does not know it: one round trip but for the first.
   *
   * @param keys - all with the same tag, so that they live on one node of a cluster.
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
        // Also loads it for the next time.
        return command(["EVAL", source, ...rest], keys[0]);
      }
    },
  };
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("NOSCRIPT");
}
