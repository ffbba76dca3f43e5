import { stripVTControlCharacters } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { entries } from "../../../src/cli/entries.ts";
import { startEmulator } from "../../../src/emulator/index.ts";
import {
  createHome,
  createProcessHome,
  groups,
  inAllGroups,
  type Row,
  useMachine,
  argumentsOf,
} from "../../setup/program/command-rows.ts";
import type { Ended } from "../../setup/child-process.ts";
import { startHostileService } from "../../setup/program/hostile-service.ts";
import { runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";

const emulator = await startEmulator({ deviceIntervalSeconds: 1 });
useMachine();
afterAll(() => emulator.close());

it("has a row for every command", () => {
  const names = entries.map(({ definition }) => definition.name);
  const lines = Object.values(groups).flat();
  const tried = names.filter((name) => lines.some(({ line }) => `${line} `.startsWith(`${name} `)));
  expect(tried).toEqual(names);
});

const timeout = 120_000;
const limitMs = 100_000;
const isHere = ({ isProcess }: Row) => isProcess !== true;

describe("every command", needs("Linux"), () => {
  it("prints an object that matches its schema when its output is a pipe", { timeout }, () =>
    inAllGroups(
      () => createHome(emulator),
      async (row, home) => {
        const cwd = row.elsewhere ? home.empty : home.setting.cwd;
        const { code, ...printed } = await home.run(argumentsOf(row.line, "--json"), { cwd });
        expectObject(row, { status: code, ...printed });
      },
      isHere,
    ),
  );

  it(
    "prints the same object when it runs as a separate process",
    { ...needs("SLASHPASS_LONG_PROPERTIES"), timeout },
    () =>
      inAllGroups(
        () => createProcessHome(emulator),
        async (row, home) => {
          const cwd = row.elsewhere ? home.empty : home.cwd;
          const ended = runExecutable(argumentsOf(row.line, "--json"), { ...home, cwd, limitMs });
          if (row.line === "login") await home.answer();
          expectObject(row, await ended);
        },
      ),
  );

  it("fits an 80-column terminal, without colors if NO_COLOR is set", { timeout }, () =>
    inAllGroups(
      () => createHome(emulator),
      async ({ line, example = line, status = 0, shows, acts, isScript, elsewhere }, home) => {
        const cwd = elsewhere ? home.empty : home.setting.cwd;
        const { code, stdout, stderr } = await home.run(argumentsOf(example), {
          cwd,
          columns: 80,
          ...acts?.(home),
        });
        expect({ example, code, printed: stdout + stderr }).toMatchObject({
          example,
          code: status,
          printed: expect.stringContaining(shows),
        });
        checkPrinted(example, stdout + stderr, isScript);
      },
      isHere,
    ),
  );

  it(
    "fits an 80-column terminal when it runs as a separate process",
    { ...needs("unprivileged namespaces"), timeout },
    () =>
      inAllGroups(
        () => createProcessHome(emulator),
        async ({ line, shows }, home) => {
          const { status, stdout } = await runOnTerminal(line.split(" "), { ...home, limitMs });
          expect({ line, status, stdout }).toMatchObject({
            status: 0,
            stdout: expect.stringContaining(shows),
          });
          checkPrinted(line, stdout);
        },
        (row) => !isHere(row),
      ),
  );

  it("prints no terminal control sequences from names that the service returns", { timeout }, async () => {
    await using service = await startHostileService(emulator.apiBase);
    const showing: string[] = [];
    await inAllGroups(
      () => createHome(emulator, service.apiBase),
      async ({ line, elsewhere }, home) => {
        const cwd = elsewhere ? home.empty : home.setting.cwd;
        const env = { ...home.setting.env, NO_COLOR: "", FORCE_COLOR: "1" };
        const { stdout, stderr } = await home.run(argumentsOf(line), { cwd, env });
        expect({ line, steering: steeringIn(stdout + stderr) }).toEqual({ line, steering: [] });
        const asJson = await home.run(argumentsOf(line, "--json"), { cwd });
        expect({ line, steering: steeringIn(asJson.stdout + asJson.stderr) }).toEqual({ line, steering: [] });
        if (stdout.includes(String.raw`\u001b[2J`)) showing.push(line);
      },
      isHere,
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

function expectObject(
  { line, status = 0, result, asks }: Row,
  printed: Pick<Ended, "status" | "stdout" | "stderr">,
): void {
  const output = printed.stdout + printed.stderr;
  expect(printed.status, `${line}: ${output}`).toBe(asks === undefined ? status : 2);
  const object = asks === undefined ? { ok: true, result } : { ok: false, error: { code: asks } };
  expect({ line, ...readObject(printed.stdout) }).toMatchObject({ line, ...object });
}

function checkPrinted(line: string, printed: string, isScript = false): void {
  // oxlint-disable-next-line no-control-regex -- colors start with ESC
  expect(printed).not.toMatch(/\u001B\[[\d;]*m/);
  const wide = linesOn(printed).filter(({ length }) => length > 80);
  expect({ line, wide: isScript ? [] : wide }).toEqual({ line, wide: [] });
}

/** Returns the string's terminal control characters, except line breaks and the program's own colors. */
function steeringIn(text: string): string[] {
  // oxlint-disable-next-line no-control-regex -- colors start with ESC
  const unstyled = text.replaceAll(/\u001B\[(?:1|2|22|3[1236]|39)m|\n/g, "");
  return unstyled.match(/[\p{Cc}\u2028\u2029\u202A-\u202E].{0,20}/gu) ?? [];
}

/** Returns the lines that were visible. A spinner moves to the first column with an escape sequence. */
function linesOn(printed: string): string[] {
  // oxlint-disable-next-line no-control-regex -- escape sequences start with ESC
  return stripVTControlCharacters(printed.replaceAll(/\u001B\[\d*[GK]/g, "\r")).split(/[\r\n]+/);
}
