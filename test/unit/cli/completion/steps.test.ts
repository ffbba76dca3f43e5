import { expect, it } from "vitest";
import { stepsOf } from "../../../../src/cli/completion/steps.ts";
import { shape } from "../../../../src/cli/entries.ts";
import { smallShape } from "../../../setup/program/small-shape.ts";

it("has a step for the root, each group and each command", () => {
  const steps = stepsOf(smallShape);
  const paths = ["", "commands", "serve", "commands plan", "commands apply", "shell"];
  expect(steps.map(({ path }) => path)).toEqual(paths);
  expect(steps.map(({ next }) => next.map(({ name }) => name))).toEqual([
    ["serve", "commands", "shell", "help", "version"],
    ["plan", "apply"],
    [],
    [],
    [],
    [],
  ]);
  expect(steps.map(({ argument }) => argument).filter(Boolean)).toEqual(["file", ["bash", "zsh"]]);
});

it("includes an option's possible values", () => {
  const plan = stepsOf(smallShape).find(({ path }) => path === "commands plan");
  expect(plan?.options.map(({ names, value }) => [...names, value])).toEqual([
    ["-f", "--file", "file"],
    ["--format", ["text", "markdown"]],
    ["--guild", "anything"],
    ["--exit-code", undefined],
    ["--env-file", "file"],
    ["--json", undefined],
    ["--no-color", undefined],
    ["--verbose", undefined],
    ["-h", "--help", undefined],
  ]);
});

it("includes both the subcommands and the argument of a command that has both", () => {
  const emulator = stepsOf(shape).filter(({ path }) => path === "emulator");
  expect(emulator).toMatchObject([{ argument: "file", next: [{ name: "export" }, { name: "trigger" }] }]);
});
