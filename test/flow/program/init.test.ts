import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { endProgram, outputOf, startProgram } from "../../setup/child-process.ts";
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

  it("prints the next steps on a terminal of 80 columns", async () => {
    const cwd = temporaryFolder();
    const { status, stdout } = await runOnTerminal(["init", "--yes", "--application", id], { cwd });
    expect([status, stdout]).toEqual([0, expect.stringContaining("Wrote slashpass.config.mjs")]);
    expect(stdout.split("\r\n").filter((line) => line.length > 80)).toEqual([]);
  });

  it("names the required options in a pipe, and writes nothing", async () => {
    const cwd = temporaryFolder();
    const { status, stderr } = await runExecutable(["init"], { cwd });
    expect([status, stderr, readdirSync(cwd)]).toEqual([
      2,
      expect.stringContaining("Give --emulator, --application, or --yes"),
      [],
    ]);
  });
});

it("shows the Activity with node start.js after init --activity", needs("whole programs"), async () => {
  // Below the package, so the imports of the files resolve.
  const cwd = "build/init-activity";
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  const words = ["init", "--yes", "--activity", "--application", id];
  expect((await runExecutable(words, { cwd })).status).toBe(0);
  const game = startProgram(process.execPath, ["start.js"], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  try {
    for await (const line of createInterface({ input: game.stdout ?? expect.unreachable() })) {
      lines.push(line);
      if (line.startsWith("The game listens at ")) break;
    }
    const page = await fetch(lines.at(-1)?.replace("The game listens at ", "") ?? "");
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<h1>Wave</h1>")]);
  } finally {
    await endProgram(game);
    rmSync(cwd, { recursive: true, force: true });
  }
});

it(
  "completes the program's words in bash with the output of slashpass completion",
  needs("whole programs"),
  async () => {
    const { stdout } = await runExecutable(["completion", "bash"]);
    const asking = `COMP_WORDS=(slashpass commands pl); COMP_CWORD=2; _slashpass 2>&1; echo "$COMPREPLY"`;
    expect(await outputOf("bash", ["--noprofile", "--norc", "-c", `${stdout}\n${asking}`])).toBe("plan\n");
  },
);
