import { expect, it } from "vitest";
import { describeFinding, findingAsData } from "../../../../src/cli/commands/source.ts";
import { createPaint } from "../../../../src/cli/frame/terminal.ts";
import type { Call } from "../../../../src/cli/frame/run-command.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import { validateCommandSet } from "../../../../src/commands/index.ts";

const [finding] = validateCommandSet([{ name: "Big", description: "x" }], { scope: "global" });
const found = finding ?? expect.unreachable();
const terminal = { wrap: (text: string) => text };

it("prints file, line and column in a format that terminals and editors can link", () => {
  const place = { path: "/game/commands.mjs", line: 3, column: 7 };
  const text = describeFinding({ finding: found, place }, "/game/all.mjs", {
    cwd: "/game",
    terminal,
    paint: createPaint(false),
  });
  expect(text).toMatch(/^commands\.mjs:3:7 error Big\.name\n {4}"Big" .* \[[\w-]+\]$/);
});

it("names only the file if the position is unknown, and the whole input if no field is", () => {
  const whole = { ...found, path: "", severity: "warning" as const };
  const text = describeFinding({ finding: whole, place: undefined }, "/game/all.mjs", {
    cwd: "/",
    terminal,
    paint: createPaint(true),
  });
  expect(text).toContain("game/all.mjs");
  expect(text).toContain("warning\u001B[39m the whole\n");
  expect(findingAsData({ finding: whole, place: undefined }, "/game/all.mjs")).toMatchObject({
    file: "/game/all.mjs",
    line: undefined,
  });
});

it("fits the terminal including its indent, in stdout and stderr", async () => {
  const print = (call: Call) => {
    const text = describeFinding({ finding: found, place: undefined }, "/game/all.mjs", {
      cwd: "/game",
      terminal: call.terminal,
      paint: call.terminal.paint,
    });
    call.terminal.print(text);
    call.terminal.note(text);
    return Promise.resolve({ result: {} });
  };
  const { stdout, stderr } = await runningAct(print, [], { columns: 40, env: { NO_COLOR: "1" } });
  expect(stderr).toBe(stdout);
  expect(stdout).toBe(
    `all.mjs error Big.name
    "Big" has capital letters. Write
    "big". [name-lowercase]
`,
  );
});
