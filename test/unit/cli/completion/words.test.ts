import { expect, it } from "vitest";
import { stepsOf, pathChanges, quoted } from "../../../../src/cli/completion/steps.ts";
import { smallShape } from "../../../setup/program/small-shape.ts";

it("lists the path that each word leads to", () => {
  const changes = pathChanges(stepsOf(smallShape), (word, to) => `${word} > ${to}`);
  expect(changes.split("\n")).toEqual([
    "/serve > serve",
    "/commands > commands",
    "/shell > shell",
    "/help > help",
    "/version > version",
    "commands/plan > commands plan",
    "commands/apply > commands apply",
  ]);
});

it("escapes quotes", () => {
  expect(quoted("what's there")).toBe("'what'\\''s there'");
});
