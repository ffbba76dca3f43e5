import { expect, it } from "vitest";
import { folderWith, ping } from "../../setup/program/game-folder.ts";
import { runExecutable } from "../../setup/program/run-executable.ts";

it("hides Node's experimental warnings, but no others", async () => {
  const cwd = folderWith({
    "commands.mjs": `process.emitWarning("Type Stripping", "ExperimentalWarning");
process.emitWarning("Old.", "DeprecationWarning");
export default ${JSON.stringify([ping])};`,
  });
  const run = await runExecutable(["commands", "validate", "--file", "commands.mjs"], { cwd });
  expect(run).toMatchObject({ status: 0, stdout: "1 command: 0 errors, 0 warnings.\n" });
  expect(run.stderr).toContain("DeprecationWarning: Old.");
  expect(run.stderr).not.toContain("Type Stripping");
});
