import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createPaint, hasColours } from "../../../../src/cli/frame/terminal.ts";

const terminal = Object.assign(new Writable(), { isTTY: true });

it.each([
  ["on a terminal", terminal, {}, true],
  ["in a pipe", new Writable(), {}, false],
  ["with NO_COLOR", terminal, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
  ["with an empty NO_COLOR", terminal, { NO_COLOR: "" }, true],
  ["with FORCE_COLOR in a pipe", new Writable(), { FORCE_COLOR: "1" }, true],
  ["with FORCE_COLOR=0", terminal, { FORCE_COLOR: "0" }, false],
  ["on a dumb terminal", terminal, { TERM: "dumb" }, false],
])("decides whether to use colors %s", (_name, stream, env, coloured) => {
  expect(hasColours(stream, env)).toBe(coloured);
});

it("colors the text, or returns it unchanged", () => {
  expect([createPaint(true).red("no"), createPaint(false).red("no")]).toEqual([
    "\u001B[31mno\u001B[39m",
    "no",
  ]);
});
