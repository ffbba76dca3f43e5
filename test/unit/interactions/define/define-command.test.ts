import { expect, test } from "vitest";
import { defineCommand, entryPoint, EntryPointHandler } from "../../../../src/interactions/index.ts";

const handle = () => undefined;

test("the body is what is registered, without functions", () => {
  const command = defineCommand({
    name: "search",
    description: "Searches",
    name_localizations: { de: "suche" },
    options: [
      { type: 3, name: "map", description: "Map", required: true, autocomplete: () => [] },
      { type: 3, name: "tone", description: "Tone", choices: [{ name: "Warm", value: "warm" }] },
    ],
    handle,
  });
  expect(command.body).toEqual({
    name: "search",
    description: "Searches",
    name_localizations: { de: "suche" },
    options: [
      { type: 3, name: "map", description: "Map", required: true, autocomplete: true },
      { type: 3, name: "tone", description: "Tone", choices: [{ name: "Warm", value: "warm" }] },
    ],
  });
  expect(defineCommand({ type: 2, name: "High Five", handle }).body).toEqual({ type: 2, name: "High Five" });
});

test("a command that the service would refuse is refused with every reason", () => {
  expect(() =>
    defineCommand({
      name: "Not Allowed",
      description: "",
      options: [{ type: 3, name: "map", description: "", autocomplete: () => [] }],
      handle,
    }),
  ).toThrow(/name[^]*description[^]*options\[0\]/);
});

test("a setting of another option type is refused, although the compiler lets it pass", () => {
  const options = [{ type: 4, name: "level", description: "Level", max_length: 3 }] as const;
  expect(() => defineCommand({ name: "play", description: "Plays", options, handle })).toThrow(
    /options\[0\]\.max_length/,
  );
});

test("an entry point says who handles it", () => {
  expect(defineCommand({ type: 4, name: "launch", handle }).body).toEqual({
    type: 4,
    name: "launch",
    handler: 1,
  });
  const byService = entryPoint({ name: "launch", handler: EntryPointHandler.DiscordLaunchActivity });
  expect(byService.body).toEqual({ type: 4, name: "launch", handler: 2 });
  const byApp = entryPoint({ name: "launch", handler: EntryPointHandler.AppHandler, contexts: [0] });
  expect(byApp.body).toEqual({ type: 4, name: "launch", handler: 1, contexts: [0] });
});
