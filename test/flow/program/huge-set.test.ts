import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { createHome, createProcessHome, useMachine } from "../../setup/program/command-rows.ts";
import { hugeSet } from "../../setup/program/huge-set.ts";
import { runOnTerminal } from "../../setup/program/run-executable.ts";
import { needs } from "../../setup/system-parts.ts";

let emulator: Emulator;
useMachine();
beforeAll(async () => void (emulator = await startEmulator()));
afterAll(() => emulator.close());

/**
 * The commands that read or write the largest set, in execution order, each with the maximum number of lines that it may print.
 */
const hugeSetLines: readonly (readonly [line: string, lines: number])[] = [
  ["commands validate --file huge.json", 1],
  ["commands plan --file huge.json", 2_910],
  ["commands apply --file huge.json --yes", 3_030],
  ["commands list", 101],
  ["commands pull --file pulled.json", 2],
  ["commands snapshot huge-kept.json", 2],
  ["commands apply --file less.json --yes", 110],
  ["commands restore huge-kept.json --yes", 400],
  ["commands rollout --guilds guilds.txt --file huge.json --yes", 1],
  ["permissions list", 2],
  ["permissions get command-7", 2],
  ["permissions explain command-7", 10],
];

describe("a huge set of commands", needs("SLASHPASS_LONG_PROPERTIES", "Linux"), () => {
  it(
    "is printed in a few lines of at most 80 columns if stdout is a pipe",
    { timeout: 120_000 },
    async () => {
      const home = await createHome(emulator);
      const { cwd } = home.setting;
      writeFileSync(join(cwd, "huge.json"), JSON.stringify(hugeSet));
      writeFileSync(join(cwd, "less.json"), JSON.stringify(hugeSet.slice(10)));
      for (const [line, most] of hugeSetLines) {
        const { code, stdout, stderr } = await home.run(line.split(" "));
        expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: expect.any(String) });
        const lines = stdout.trimEnd().split("\n");
        expect({ line, lines: lines.length <= most || lines.length }).toEqual({ line, lines: true });
        expect({ line, wide: lines.filter(({ length }) => length > 80) }).toEqual({ line, wide: [] });
      }
      const args = ["commands", "plan", "--file", "huge.json", "--global"];
      const env = { ...home.setting.env, PAGER: "cat" };
      const { stdout } = await home.run(args, { env, columns: 80, rows: 24 });
      expect(stdout).toContain("+ /command-99 (slash command)");
    },
  );

  it("is shown in a pager on a terminal", async () => {
    const home = await createProcessHome(emulator);
    writeFileSync(join(home.cwd, "huge.json"), JSON.stringify(hugeSet));
    const env = { ...home.env, PAGER: "wc -l" };
    const { stdout } = await runOnTerminal(["commands", "plan", "--file", "huge.json"], { ...home, env });
    expect(stdout).toMatch(/29\d\d\s*$/);
  });
});
