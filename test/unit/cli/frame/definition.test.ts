import { expect, expectTypeOf, it } from "vitest";
import { define, type ValuesOf } from "../../../../src/cli/frame/definition.ts";

it("returns the definition and infers value types from its flags", () => {
  const definition = define({
    name: "act",
    summary: "Act.",
    arguments: {
      "<who>": "Who.",
      "[where]": "Where.",
      "[name...]": "With a name.",
    },
    options: {
      "-n, --times <number>": "How often.",
      "--to <name...>": "For a name.",
      "--now": "At once.",
    },
    examples: {},
  });
  expect(definition.name).toBe("act");
  expectTypeOf<ValuesOf<typeof definition.arguments>>().toEqualTypeOf<{
    readonly who: string;
    readonly where: string | undefined;
    readonly name: readonly string[];
  }>();
  expectTypeOf<ValuesOf<typeof definition.options>>().toEqualTypeOf<{
    readonly times: string | undefined;
    readonly to: readonly string[];
    readonly now: boolean;
  }>();
});
