import { expect, it } from "vitest";
import { stepsOf, pathChanges, quoted } from "../../../../src/cli/completion/steps.ts";
import { smallShape } from "../../../setup/program/small-shape.ts";

it("tells which word leads where", () => {
  expect(pathChanges(stepsOf(smallShape))).toEqual([
    { from: "", word: "serve", to: "serve" },
    { from: "", word: "commands", to: "commands" },
    { from: "", word: "shell", to: "shell" },
    { from: "commands", word: "plan", to: "commands plan" },
    { from: "commands", word: "apply", to: "commands apply" },
  ]);
});

it("quotes what has quotes", () => {
  expect(quoted("what's there")).toBe("'what'\\''s there'");
});
