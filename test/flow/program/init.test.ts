import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { outputOf } from "../../setup/child-process.ts";
import { runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { needs } from "../../setup/system-parts.ts";

const id = "1400000000000000001";

describe("slashpass init", needs("whole programs"), () => {
  it("writes files that the next command reads, and prints an object", async () => {
    const cwd = temporaryFolder();
    const { status, stdout } = await runExecutable(["init", "--yes", "--application", id, "--json"], { cwd });
    expect([status, readObject(stdout).result]).toMatchObject([0, { environments: ["development"] }]);
    const validated = await runExecutable(["commands", "validate", "--json"], { cwd });
    expect([validated.status, readObject(validated.stdout).ok]).toEqual([0, true]);
  });

  it("says on a terminal of 80 columns what to do next", async () => {
    const cwd = temporaryFolder();
    const { status, stdout } = await runOnTerminal(["init", "--yes", "--application", id], { cwd });
    expect([status, stdout]).toEqual([0, expect.stringContaining("Wrote slashpass.config.mjs")]);
    expect(stdout.split("\r\n").filter((line) => line.length > 80)).toEqual([]);
  });

  it("in a pipe says what to give in place of an answer, and writes nothing", async () => {
    const cwd = temporaryFolder();
    const { status, stderr } = await runExecutable(["init"], { cwd });
    expect([status, stderr, readdirSync(cwd)]).toEqual([
      2,
      expect.stringContaining("Give --application."),
      [],
    ]);
  });
});

it(
  "bash completes the program's words with what slashpass completion prints",
  needs("whole programs"),
  async () => {
    const { stdout } = await runExecutable(["completion", "bash"]);
    const asking = `COMP_WORDS=(slashpass commands pl); COMP_CWORD=2; _slashpass 2>&1; echo "$COMPREPLY"`;
    expect(await outputOf("bash", ["--noprofile", "--norc", "-c", `${stdout}\n${asking}`])).toBe("plan\n");
  },
);
