import { mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { endProgram, startProgram } from "../../setup/child-process.ts";
import { runInProcess } from "../../setup/program/run-in-process.ts";

it("shows the Activity created by init --activity when start.js runs", async () => {
  // This directory is inside the package, so the files' imports resolve.
  const cwd = resolve("build/init-activity");
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  const args = ["init", "--yes", "--activity", "--application", "1400000000000000001"];
  expect((await runInProcess(args, { cwd })).code).toBe(0);
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
