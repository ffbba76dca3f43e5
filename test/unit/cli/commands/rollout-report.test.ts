import { expect, it } from "vitest";
import { rolloutAsData, rolloutFailed, statusOf } from "../../../../src/cli/commands/rollout.ts";
import { ClientError, ErrorType, type GuildResult } from "../../../../src/commands/index.ts";
import type { ErrorCode } from "../../../../src/core/errors.ts";
import { runningAct } from "../../../setup/program/run-act.ts";

function failed(index: number, code: ErrorCode): GuildResult {
  const error = new ClientError({ type: ErrorType.HTTPError, code, message: `It failed (${code}).` });
  return { guildId: `1400000000000000${100 + index}`, status: "failed", writes: 0, error };
}

function told(results: readonly GuildResult[], signal = new AbortController().signal) {
  return runningAct(
    (call) =>
      Promise.reject(
        rolloutFailed(results, { ...rolloutAsData(results), journal: "/game/guilds.journal" }, call),
      ),
    [],
    { signal, cwd: "/game" },
  );
}

it("prints the first 20 failed guilds and the number of others", async () => {
  const results = Array.from({ length: 23 }, (_, index) => failed(index, "missing_access"));
  const { code, stderr } = await told(results);
  expect(code).toBe(1);
  expect(stderr.match(/It failed/g)).toHaveLength(20);
  expect(stderr).toContain("and 3 more: --json lists all of them.\n");
  expect(stderr).toContain("not complete: 0 of 23 guilds are done, 23 failed.");
});

it("reports an interrupted guild separately from failed guilds in the result", () => {
  const results = [failed(0, "aborted"), failed(1, "missing_access")];
  expect(rolloutAsData(results)).toMatchObject({
    interrupted: ["1400000000000000100"],
    failed: [{ guildId: "1400000000000000101", code: "missing_access" }],
  });
  expect(results.map(statusOf)).toEqual(["interrupted", "failed"]);
});

it("does not report a guild as failed if Ctrl-C interrupted it", async () => {
  const results = [
    { guildId: "1400000000000000002", status: "done", writes: 1 } as const,
    failed(0, "aborted"),
  ];
  const { code, stderr } = await told(results, AbortSignal.abort());
  expect([code, stderr]).toEqual([
    130,
    "slashpass: Interrupted: 1 of 2 guilds is done.\nRun the same command again to continue: the journal guilds.journal records the\nprogress.\n",
  ]);
});
