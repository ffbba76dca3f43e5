import { expect, it } from "vitest";
import { entry } from "../../../../src/cli/frame/run-command.ts";
import { define } from "../../../../src/cli/frame/definition.ts";

it("connects a definition to its implementation", async () => {
  const definition = define({ name: "act", summary: "Act.", options: {}, examples: {} });
  const run = () => Promise.resolve({ result: {} });
  const made = entry(definition, () => Promise.resolve({ run }));
  expect(made.definition).toBe(definition);
  expect((await made.load()).run).toBe(run);
});
