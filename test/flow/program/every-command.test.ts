import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entries } from "../../../src/cli/entries.ts";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { groups, inAllGroups } from "../../setup/program/command-rows.ts";
import { startHostileService } from "../../setup/program/hostile-service.ts";
import { runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ deviceIntervalSeconds: 1 });
});
afterAll(() => emulator.close());

it("has a row for every command", () => {
  const names = entries.map(({ definition }) => definition.name);
  const lines = Object.values(groups).flat();
  const tried = names.filter((name) => lines.some(({ line }) => `${line} `.startsWith(`${name} `)));
  expect(tried).toEqual(names);
});

describe("every command", needs("Linux", "whole programs"), () => {
  it("prints an object that matches its schema in a pipe", { timeout: 120_000 }, () =>
    inAllGroups(emulator, async ({ line, status = 0, result, asks }, home, setting) => {
      const [words = "", program] = line.split(" -- ");
      const ended = runExecutable(
        [...words.split(" "), "--json", ...(program === undefined ? [] : ["--", program])],
        setting,
      );
      if (line === "login") await home.answer();
      const { stdout, ...run } = await ended;
      expect({ line, ...run, stdout }).toMatchObject({ line, status: asks === undefined ? status : 2 });
      const object = asks === undefined ? { ok: true, result } : { ok: false, error: { code: asks } };
      expect({ line, ...readObject(stdout) }).toMatchObject({ line, ...object });
    }),
  );

  it("fits a terminal of 80 columns, without colors if NO_COLOR is set", { timeout: 120_000 }, () =>
    inAllGroups(
      emulator,
      async ({ line, seen = line, status = 0, shows, respond, isScript = false }, home, setting) => {
        const run = await runOnTerminal(seen.split(" "), {
          ...setting,
          ...(respond && { respond: respond(home) }),
        });
        expect({ seen, ...run }).toMatchObject({ seen, status, stdout: expect.stringContaining(shows) });
        // oxlint-disable-next-line no-control-regex -- colors start with ESC
        expect(run.stdout).not.toMatch(/\u001B\[[\d;]*m/);
        const wide = linesOn(run.stdout).filter(({ length }) => length > 80);
        expect({ seen, wide: isScript ? [] : wide }).toEqual({ seen, wide: [] });
      },
    ),
  );

  it("prints no terminal control sequences from the service's names", { timeout: 120_000 }, async () => {
    await using service = await startHostileService(emulator.apiBase);
    const showing: string[] = [];
    await inAllGroups(
      emulator,
      async ({ line }, home, setting) => {
        const words = line.split(" ");
        const coloured = { ...setting, env: { ...setting.env, NO_COLOR: "", FORCE_COLOR: "1" } };
        const ended = runExecutable(words, coloured);
        if (line === "login") await home.answer();
        const { stdout, stderr } = await ended;
        expect({ line, steering: steeringIn(stdout + stderr) }).toEqual({ line, steering: [] });
        const [own = [], program = []] = line.split(" -- ").map((part) => part.split(" "));
        const asJson = await runExecutable(
          [...own, "--json", ...(program.length > 0 ? ["--", ...program] : [])],
          setting,
        );
        expect({ line, steering: steeringIn(asJson.stdout + asJson.stderr) }).toEqual({ line, steering: [] });
        if (stdout.includes(String.raw`\u001b[2J`)) showing.push(line);
      },
      service.apiBase,
    );
    const lines = [
      "app apply",
      "app plan",
      "commands apply",
      "commands list",
      "commands restore",
      "entry-point set",
      "entry-point show",
      "login",
      "permissions edit",
      "permissions explain",
      "permissions get",
      "permissions list",
      "whoami",
    ];
    const names = showing.map(
      (line) => /^(?:(?:app|commands|entry-point|permissions) )?\S+/.exec(line)?.[0] ?? line,
    );
    expect(names.toSorted()).toEqual(lines);
  });
});

/** The terminal control characters in a string, except line breaks and the program's own colors. */
function steeringIn(text: string): string[] {
  // oxlint-disable-next-line no-control-regex -- colors start with ESC
  const left = text.replaceAll(/\u001B\[(?:1|2|22|3[1236]|39)m|\n/g, "");
  return left.match(/[\p{Cc}\u2028\u2029\u202A-\u202E].{0,20}/gu) ?? [];
}

/** The lines that were visible. A spinner moves to the first column with an escape sequence. */
function linesOn(shown: string): string[] {
  // oxlint-disable-next-line no-control-regex -- as above
  return stripVTControlCharacters(shown.replaceAll(/\u001B\[\d*[GK]/g, "\r")).split(/[\r\n]+/);
}
