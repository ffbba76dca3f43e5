import { expect, it } from "vitest";
import { stepsOf } from "../../../../src/cli/completion/steps.ts";
import { shape } from "../../../../src/cli/entries.ts";

it("includes both the subcommands and the argument of a command that has both", () => {
  const emulator = stepsOf(shape).filter(({ path }) => path === "emulator");
  expect(emulator).toMatchObject([{ argument: "file", next: [{ name: "export" }, { name: "trigger" }] }]);
});
