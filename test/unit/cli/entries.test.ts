import { describe, expect, it } from "vitest";
import { entries, shape } from "../../../src/cli/entries.ts";
import { problemsOfResult } from "../../setup/program/schema.ts";
import { parseCommandLine } from "../../../src/cli/frame/command-line.ts";

describe.each(entries.map((each) => [each.definition.name, each] as const))("slashpass %s", (name, each) => {
  it("has a `run` function", async () => {
    expect(typeof (await each.load()).run).toBe("function");
  });

  it("has examples that parse", () => {
    const lines = Object.keys(each.definition.examples);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const parsed = parseCommandLine(line.split(" "), shape, { columns: 80 });
      expect(parsed.kind === "run" && parsed.entry.definition.name).toBe(name);
    }
  });

  it("has a closed schema for its result", () => {
    const problems = problemsOfResult(name, { unheardOf: 1 });
    const unknown = problems.flatMap(({ params }) => [
      params["additionalProperty"],
      params["unevaluatedProperty"],
    ]);
    expect(unknown).toContain("unheardOf");
  });

  it("has help text of at most 80 columns", () => {
    const help = parseCommandLine([...name.split(" "), "--help"], shape, { columns: 80 });
    const lines = help.kind === "text" ? help.text.split("\n") : [];
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});

it("has a description for each command group and no others", () => {
  const groups = entries.flatMap(({ definition }) => {
    const words = definition.name.split(" ");
    return words.slice(1).map((_, index) => words.slice(0, index + 1).join(" "));
  });
  expect(Object.keys(shape.groups).toSorted()).toEqual([...new Set(groups)].toSorted());
});

it("has help text that begins with the program's purpose", async () => {
  const help = parseCommandLine(["--help"], shape, { columns: 80 });
  await expect(help.kind === "text" && help.text).toMatchFileSnapshot("../../golden/program/help.txt");
});
