import { expect, test } from "vitest";
import {
  definitionOf,
  findFilledLevel,
  isSubCommand,
  mismatch,
} from "../../../../src/interactions/define/option-values.ts";
import type { OptionDefinition } from "../../../../src/interactions/index.ts";

const text = { type: 3, name: "text", description: "d" } as const;
const sub = { type: 1, name: "sub", description: "d", options: [text] } as const;
const bare = { type: 1, name: "bare", description: "d" } as const;
const group = { type: 2, name: "group", description: "d", options: [sub] } as const;
const definitions: readonly OptionDefinition[] = [group, bare];

test("finds the level with values in groups and subcommands", () => {
  const filled = [{ name: "text", type: 3, value: "x" }];
  const options = [{ name: "group", type: 2, options: [{ name: "sub", type: 1, options: filled }] }];
  expect(findFilledLevel(definitions, options)).toEqual({
    path: ["group", "sub"],
    definitions: [text],
    filled,
  });
  expect(findFilledLevel(definitions, [{ name: "bare", type: 1 }])).toEqual({
    path: ["bare"],
    definitions: [],
    filled: [],
  });
  expect(findFilledLevel([text], undefined)).toEqual({ path: [], definitions: [text], filled: [] });
});

test.each<unknown>([null, {}, ["x"], [{ name: 5, type: 3 }], [{ name: "text", type: "3" }]])(
  "rejects %j as options",
  (options) => {
    expect(() => findFilledLevel(definitions, options)).toThrow(
      expect.objectContaining({ code: "malformed_payload" }),
    );
  },
);

test("throws `command_mismatch` for an undefined option or another type", () => {
  expect(definitionOf([text], { name: "text", type: 3 })).toBe(text);
  for (const option of [
    { name: "other", type: 3 },
    { name: "text", type: 4 },
  ]) {
    expect(() => definitionOf([text], option)).toThrow(
      expect.objectContaining({
        code: mismatch("").code,
        message: expect.stringContaining(option.name) as string,
      }),
    );
  }
});

test("detects subcommands and groups by type", () => {
  expect([1, 2, 3].map((type) => isSubCommand({ type }))).toEqual([true, true, false]);
});
