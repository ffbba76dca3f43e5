import { expect, test } from "vitest";
import { type Call, entry } from "../../../../src/cli/frame/run-command.ts";
import { statusDefinition } from "../../../../src/cli/launch-command/definitions.ts";
import { describeLaunch, run } from "../../../../src/cli/launch-command/status.ts";
import { runEntry } from "../../../setup/program/run-entry.ts";
import { readObject } from "../../../setup/program/schema.ts";

const applicationId = "123456789012345678";

test.each([
  [{ works: false }, /has no launch command here\.\n/],
  [{ command: ["/opt/my game", "--fast"], works: true }, /is started with: "\/opt\/my game" --fast$/],
  [{ command: ["/opt/game\u{1b}[2J"], works: false }, /"\/opt\/game\\u001b\[2J"\nBut the system/],
])("describes %j with a hint", (status, text) => {
  expect(describeLaunch(applicationId, status)).toMatch(text);
});

test.each([
  [{ command: ["/opt/game"], works: true }, 0],
  [{ command: ["/opt/game"], works: false }, 3],
  [{ works: false }, 3],
])("returns an exit code for %j", async (status, expected) => {
  const own = entry(statusDefinition, () =>
    Promise.resolve({ run: (call: Call<typeof statusDefinition.options>) => run(call, () => status) }),
  );
  const { code, stdout } = await runEntry(own, ["--json"], {
    env: { SLASHPASS_APPLICATION_ID: applicationId },
  });
  expect(code).toBe(expected);
  expect(readObject(stdout).result).toEqual({ applicationId, ...status });
});
