import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { activityFiles } from "../../../../src/cli/init/activity-files.ts";
import { firstCommandsText } from "../../../../src/cli/init/write-files.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const example = "examples/activity";
const id = "1400000000000000001";

it("contains all of the example's files, with paths relative to its directory", () => {
  const names = readdirSync(example, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  expect([...activityFiles.keys()].map((name) => join(example, name)).toSorted()).toEqual(names.toSorted());
  for (const [name, text] of activityFiles)
    expect(text).toBe(readFileSync(join(example, name), "utf8").replaceAll(`${example}/`, ""));
  expect(activityFiles.get("start.js")).toContain("node start.js");
});

it("writes the files with init --activity, along with a config and a launch command", async () => {
  const cwd = temporaryFolder();
  const words = ["init", "--yes", "--activity", "--application", id];
  const { code, stdout } = await runInProcess(words, { cwd });
  expect([code, stdout]).toEqual([0, expect.stringContaining("node start.js")]);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  for (const [name, text] of activityFiles) expect(readFileSync(join(cwd, name), "utf8")).toBe(text);
  expect(readFileSync(join(cwd, "commands.mjs"), "utf8")).toBe(firstCommandsText("mjs", true));
  expect(firstCommandsText("mjs", true)).toContain("handler: 2");
  const again = await runInProcess([...words, "--json"], { cwd });
  expect(readObject(again.stdout).error?.message).toContain(join(cwd, "page/main.ts"));
});
