import { expect, test } from "vitest";
import { annotationOf } from "../../../../src/cli/commands/validate.ts";

const finding = {
  severity: "error",
  path: "[0].name",
  keys: [0, "name"],
  rule: "name-characters",
  value: '"Ping pong"',
  message: "has a space.",
  fix: "Write ping-pong.",
} as const;

test("contains the line, the column, and the path relative to the repository", () => {
  const place = { path: "/repository/game/commands.mjs", line: 2, column: 9 };
  expect(annotationOf({ finding, place }, "/repository/game/commands.mjs", "/repository")).toBe(
    '::error file=game/commands.mjs,line=2,col=9,title=name-characters::[0].name "Ping pong" has a space. Write ping-pong.',
  );
});

test("contains only the file if the position is unknown", () => {
  const warning = { ...finding, severity: "warning" } as const;
  expect(annotationOf({ finding: warning, place: undefined }, "/repository/c.json", "/repository")).toMatch(
    /^::warning file=c\.json,title=name-characters::/,
  );
});

test("escapes workflow commands of the runner", () => {
  const hostile = { ...finding, message: "100 %\n::set-env name=PATH::x\r" };
  const place = { path: "/r/a,b:c.json", line: 1, column: 1 };
  const line = annotationOf({ finding: hostile, place }, "/r/a,b:c.json", "/r");
  expect(line).not.toMatch(/[\r\n]/);
  expect(line).toMatch(
    /^::error file=a%2Cb%3Ac\.json,line=1,col=1,title=name-characters::.*100 %25%0A::set-env/,
  );
});
