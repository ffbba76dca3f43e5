import { expect, test } from "vitest";
import { type AutocompleteContext, type Choice, defineCommand } from "../../../../src/interactions/index.ts";
import type { AutocompletePayload } from "../../../../src/interactions/index.ts";
import { autocompletePayload } from "../../../setup/interactions/service.ts";

/** Autocompletes an option that suggests `answer` and returns the function's arguments and the choices. */
async function ask(options: readonly object[], answer: unknown = []) {
  const got: { typed: unknown; options: unknown }[] = [];
  const autocomplete = (typed: unknown, context: AutocompleteContext) => {
    got.push({ typed, options: context.options });
    return answer as never;
  };
  const command = defineCommand({
    name: "search",
    description: "Searches",
    options: [
      { type: 3, name: "map", description: "Map", autocomplete },
      { type: 4, name: "level", description: "Level", autocomplete },
      { type: 10, name: "odds", description: "Odds", autocomplete },
      { type: 3, name: "plain", description: "Plain" },
    ],
    handle: (interaction) => interaction.launchActivity(),
  });
  const payload = autocompletePayload("search", options) as unknown as AutocompletePayload;
  const choices = await command.suggest(payload);
  return { got: got[0], choices };
}

test("calls the function with the typed text and other options and returns its choices", async () => {
  const choices: Choice[] = [{ name: "Dust", value: "dust" }];
  const filled = { name: "plain", type: 3, value: "x" };
  const answer = await ask([filled, { name: "map", type: 3, value: "du", focused: true }], choices);
  expect(answer).toEqual({ got: { typed: "du", options: { plain: "x" } }, choices });
});

test.each([
  ["level", 4, "12", 12],
  ["level", 4, 12, 12],
  ["odds", 10, "0.5", 0.5],
  ["level", 4, "", undefined],
  ["level", 4, "-", undefined],
])("parses the number being typed for %s (type %i): %j as %j", async (name, type, value, typed) => {
  const { got } = await ask([{ name, type, value, focused: true }]);
  expect(got?.typed).toBe(typed);
});

test("finds the focused option in a subcommand", async () => {
  const command = defineCommand({
    name: "search",
    description: "Searches",
    options: [
      {
        type: 1,
        name: "maps",
        description: "Maps",
        options: [
          {
            type: 3,
            name: "map",
            description: "Map",
            autocomplete: async (typed) => [{ name: typed, value: typed }],
          },
        ],
      },
    ],
    handle: (interaction) => interaction.launchActivity(),
  });
  const sub = { name: "maps", type: 1, options: [{ name: "map", type: 3, value: "du", focused: true }] };
  const payload = autocompletePayload("search", [sub]) as unknown as AutocompletePayload;
  expect(await command.suggest(payload)).toEqual([{ name: "du", value: "du" }]);
  expect(command.body).toMatchObject({ options: [{ options: [{ name: "map", autocomplete: true }] }] });
});

test.each([
  ["nothing is focused", [{ name: "map", type: 3, value: "" }], "malformed_payload"],
  [
    "the focused value is not a string",
    [{ name: "map", type: 3, value: [], focused: true }],
    "malformed_payload",
  ],
  [
    "the option has no suggestions",
    [{ name: "plain", type: 3, value: "", focused: true }],
    "command_mismatch",
  ],
])("rejects a payload if %s", async (_, options, code) => {
  await expect(ask(options)).rejects.toMatchObject({ code });
});

const map = { name: "map", type: 3, value: "", focused: true };
const level = { name: "level", type: 4, value: "1", focused: true };
const odds = { name: "odds", type: 10, value: "1", focused: true };

test("accepts names and values of 100 characters, regardless of their number of UTF-16 code units", async () => {
  const dice = "🎲".repeat(100);
  const choices = [{ name: dice, value: dice }];
  expect((await ask([map], choices)).choices).toEqual(choices);
});
test.each([
  ["a value that is not an array", map, "none"],
  ["a name of 101 characters beyond the BMP", map, [{ name: "🎲".repeat(101), value: "a" }]],
  ["26 choices", map, Array.from({ length: 26 }, (_, value) => ({ name: "a", value: value.toString() }))],
  ["a name of 101 characters", map, [{ name: "a".repeat(101), value: "a" }]],
  ["an empty name", map, [{ name: "", value: "a" }]],
  ["a string of 101 characters", map, [{ name: "a", value: "a".repeat(101) }]],
  ["a number for a string option", map, [{ name: "a", value: 1 }]],
  ["a fraction for an integer option", level, [{ name: "a", value: 1.5 }]],
  ["a number outside the allowed range", odds, [{ name: "a", value: 2 ** 53 + 2 }]],
  ["an array of other values", map, [undefined]],
])("rejects %s", async (_, focused, answer) => {
  await expect(ask([focused], answer)).rejects.toMatchObject({ code: "invalid_choices" });
});

test("accepts 25 choices", async () => {
  const choices = Array.from({ length: 25 }, (_, value) => ({ name: "a", value }));
  expect((await ask([level], choices)).choices).toHaveLength(25);
});
