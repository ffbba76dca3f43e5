import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { confirmFile, writeResult } from "../../../../src/cli/commands/apply-commands.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import type { ProgramSetting } from "../../../setup/program/run-in-process.ts";

async function writing(force: boolean, setting: ProgramSetting = {}, name = "old") {
  const path = join(folderWith({ old: "old" }), name);
  const { code, stderr } = await runningAct(
    async ({ terminal }) => {
      await confirmFile({ terminal, options: { force } }, path);
      await writeResult(path, "new");
      return { result: {} };
    },
    [],
    setting,
  );
  return { code, stderr, text: code === 0 || name === "old" ? readFileSync(path, "utf8") : "" };
}

it("overwrites a file after confirmation, or with --force", async () => {
  expect(await writing(true)).toMatchObject({ code: 0, text: "new" });
  expect(await writing(false, {}, "fresh")).toMatchObject({ code: 0, text: "new" });
  expect(await writing(false, { columns: 200, typed: ["y"] })).toMatchObject({ code: 0, text: "new" });
  expect(await writing(false, { columns: 200, typed: ["n"] })).toMatchObject({ code: 1, text: "old" });
});

it("refuses to overwrite a file without a terminal", async () => {
  expect(await writing(false)).toMatchObject({
    code: 2,
    text: "old",
    stderr: expect.stringContaining("--force"),
  });
});
