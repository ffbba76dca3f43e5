import { describe, expect, it } from "vitest";
import { entries, shape } from "../../../src/cli/entries.ts";
import { problemsOfResult } from "../../setup/program/schema.ts";
import { parseCommandLine } from "../../../src/cli/frame/command-line.ts";

describe.each(entries.map((each) => [each.definition.name, each] as const))("slashpass %s", (name, each) => {
  it("does something", async () => {
    expect(typeof (await each.load()).run).toBe("function");
  });

  it("has examples that its own command line understands", () => {
    const lines = Object.keys(each.definition.examples);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const parsed = parseCommandLine(line.split(" "), shape, { columns: 80 });
      expect(parsed.kind === "run" && parsed.entry.definition.name).toBe(name);
    }
  });

  it("has a schema for its result, which knows all its fields", () => {
    const problems = problemsOfResult(name, { unheardOf: 1 });
    const unknown = problems.flatMap(({ params }) => [
      params["additionalProperty"],
      params["unevaluatedProperty"],
    ]);
    expect(unknown).toContain("unheardOf");
  });

  it("has a help of at most 80 columns", () => {
    const help = parseCommandLine([...name.split(" "), "--help"], shape, { columns: 80 });
    const lines = help.kind === "text" ? help.text.split("\n") : [];
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});

it("has a line for each group of commands, and no other", () => {
  const groups = entries.flatMap(({ definition }) => {
    const words = definition.name.split(" ");
    return words.slice(1).map((_, index) => words.slice(0, index + 1).join(" "));
  });
  expect(Object.keys(shape.groups).toSorted()).toEqual([...new Set(groups)].toSorted());
});

it("has a help that begins with what the program is for", async () => {
  const help = parseCommandLine(["--help"], shape, { columns: 80 });
  await expect(help.kind === "text" && help.text).toMatchFileSnapshot("../../golden/program/help.txt");
});
