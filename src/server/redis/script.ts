import { createHash } from "node:crypto";
import type { RedisCommand } from "./options.ts";

export interface Script {
  /**
   * Sends the source only if the server lacks the script.
   *
   * @param keys - with the same hash tag, for one node of a cluster.
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
