import { expect, it } from "vitest";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const given = [
  ["--application", "1400000000000000001"],
  ["--guild", "1400000000000000002"],
  ["--production", "1400000000000000003"],
  ["--format", "mjs"],
  ["--without-commands"],
];

it.each(given.map(([name = ""], index) => [name, index] as const))(
  "names the option for %s if there is no terminal",
  async (name, index) => {
    const words = ["init", ...given.toSpliced(index, 1).flat()];
    const { code, stderr } = await runInProcess(words, { cwd: temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`Give .*${name}`))]);
  },
);

it("offers values from the variables", async () => {
  const env = { SLASHPASS_APPLICATION_ID: "1400000000000000007" };
  const setting = { env, columns: 80, typed: ["\u0003"], cwd: temporaryFolder() };
  expect((await runInProcess(["init"], setting)).stderr).toContain("1400000000000000007");
});
