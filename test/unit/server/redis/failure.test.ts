import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { redisFailure } from "../../../../src/server/redis/connection.ts";
import { findSecret } from "../../../setup/find-secret.ts";

/** Like the errors of the drivers. */
class ReplyError extends Error {
  override readonly name = "ReplyError";
  readonly command = { name: "evalsha", args: ["the-secret"] };
}

describe("an error of a driver", () => {
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
  ])("is translated: %s", (text, code, retryable) => {
    const error = redisFailure("Reading", new ReplyError(text));
    expect(error).toMatchObject({ code, retryable });
    expect(error.message).toMatch(/^Reading failed: Redis /);
    expect(findSecret(inspect(error, { depth: 9, showHidden: true }), "the-secret")).toEqual([]);
  });

  it.each([[new Error("connect ECONNREFUSED 127.0.0.1:1")], ["a text"], [undefined], [{ message: 7 }]])(
    "means that the store is unreachable if it is not from Redis",
    (error) => {
      expect(redisFailure("Reading", error)).toMatchObject({
        type: ErrorType.NetworkError,
        code: "store_unreachable",
        retryable: true,
      });
    },
  );

  it("is not changed if it is from the library", () => {
    const error = new ClientError({ type: ErrorType.Disabled, code: "store_failed", message: "Ours." });
    expect(redisFailure("Reading", error)).toBe(error);
  });
});
