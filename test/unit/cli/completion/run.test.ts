import { expect, it } from "vitest";
import {
  bashScript,
  zshScript,
  fishScript,
  powershellScript,
} from "../../../../src/cli/completion/scripts.ts";
import { stepsOf } from "../../../../src/cli/completion/steps.ts";
import { shape } from "../../../../src/cli/entries.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { smallShape } from "../../../setup/program/small-shape.ts";

it.each([
  ["bash", bashScript],
  ["fish", fishScript],
  ["powershell", powershellScript],
  ["zsh", zshScript],
])("generates the %s script from the definitions", async (shell, script) => {
  const golden = `../../../golden/program/completion/${shell}.txt`;
  await expect(script(stepsOf(smallShape))).toMatchFileSnapshot(golden);
});

it.each(["bash", "zsh", "fish", "powershell"])(
  "includes every command and option in the %s script",
  async (shell) => {
    const { code, stdout } = await runInProcess(["completion", shell]);
    const names = stepsOf(shape).flatMap(({ next, options }) => [
      ...next.map(({ name }) => name),
      ...options.flatMap((option) => option.names),
    ]);
    expect([code, names.filter((name) => !stdout.includes(name.replace(/^-+/, "")))]).toEqual([0, []]);
  },
);

it("rejects an unknown shell and lists the supported ones", async () => {
  const { code, stderr } = await runInProcess(["completion", "tcsh"]);
  expect([code, stderr.replaceAll("\n", " ")]).toEqual([
    2,
    expect.stringContaining("Allowed choices are bash, zsh, fish, powershell"),
  ]);
});
