import { expect, expectTypeOf, it } from "vitest";
import { define, type ValuesOf } from "../../../../src/cli/frame/definition.ts";

it("keeps a definition, and its flags give the values their types", () => {
  const definition = define({
    name: "act",
    summary: "Act.",
    arguments: {
      who: { flags: "<who>", summary: "Who." },
      where: { flags: "[where]", summary: "Where." },
      with: { flags: "[name...]", summary: "With a name." },
    },
    options: {
      times: { flags: "-n, --times <number>", summary: "How often." },
      to: { flags: "--to <name...>", summary: "For a name." },
      now: { flags: "--now", summary: "At once." },
    },
    examples: [],
  });
  expect(definition.name).toBe("act");
  expectTypeOf<ValuesOf<typeof definition.arguments>>().toEqualTypeOf<{
    readonly who: string;
    readonly where: string | undefined;
    readonly with: readonly string[];
  }>();
  expectTypeOf<ValuesOf<typeof definition.options>>().toEqualTypeOf<{
    readonly times: string | undefined;
    readonly to: readonly string[];
    readonly now: boolean;
  }>();
});
