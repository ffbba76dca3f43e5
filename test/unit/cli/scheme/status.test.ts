import { expect, test, vi } from "vitest";
import type { redirectSchemeStatus } from "slashpass";
import { type Call, entry } from "../../../../src/cli/frame/run-command.ts";
import { statusDefinition } from "../../../../src/cli/scheme/definitions.ts";
import { describeStatus, run } from "../../../../src/cli/scheme/status.ts";
import { runEntry } from "../../../setup/program/run-entry.ts";
import { readObject } from "../../../setup/program/schema.ts";

const applicationId = "123456789012345678";
const scheme = `discord-${applicationId}`;

const leftOver = {
  owner: "game.desktop",
  isOurs: false,
  isStale: false,
  leftover: { applicationId: "1", program: "/gone\u{1b}[2J" },
};

test.each([
  [
    { owner: "game.desktop", isOurs: true, isStale: false },
    /is registered for this application \(game\.desktop\)\.$/,
  ],
  [{ owner: "game.desktop", isOurs: true, isStale: true }, /scheme register' to repair it/],
  [{ isOurs: false, isStale: false }, /^No program is registered for/],
  [
    { owner: "other\u{1b}[2J", isOurs: false, isStale: false },
    /another program: other\\u001b\[2J\.\n.*--replace/,
  ],
  [
    leftOver,
    /left over from the application 1, whose program is gone \(\/gone\\u001b\[2J\)\.\n.*unregister' removes/,
  ],
])("describes %j with a hint", (status, text) => {
  expect(describeStatus(scheme, status)).toMatch(text);
});

test.each([
  [{ owner: "game.desktop", isOurs: true, isStale: false }, 0],
  [{ owner: "game.desktop", isOurs: true, isStale: true }, 3],
  [{ isOurs: false, isStale: false }, 3],
  [leftOver, 3],
])("returns an exit code for %j", async (status, expected) => {
  const look = vi.fn<typeof redirectSchemeStatus>().mockReturnValue(status);
  const own = entry(statusDefinition, () =>
    Promise.resolve({ run: (call: Call<typeof statusDefinition.options>) => run(call, look) }),
  );
  const { code, stdout } = await runEntry(own, ["--json"], {
    env: { SLASHPASS_APPLICATION_ID: applicationId },
  });
  expect(code).toBe(expected);
  expect(readObject(stdout).result).toEqual({ scheme, ...status });
  expect(look).toHaveBeenCalledWith({ applicationId, scheme });
});
