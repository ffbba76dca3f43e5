import { expect, it } from "vitest";
import { textsOf } from "../../../../src/commands/languages/texts.ts";

const maps = [
  { name: "Desert", value: "desert", name_localizations: { de: "Wüste" } },
  { name: "A/B", value: "a/b=~\u0007" },
];
const play = {
  name: "play",
  description: "Starts a game.",
  description_localizations: { de: "Startet ein Spiel.", fr: "", it: null },
  options: [
    {
      type: 1,
      name: "now",
      description: "At once.",
      options: [{ type: 3, name: "map", description: "Where.", choices: maps }],
    },
    { type: 2, name: "more", description: "More.", options: [] },
  ],
};

it("assigns a key to each string, in definition order", () => {
  expect(textsOf([play, { type: 2, name: "Report user" }]).map(({ key, source }) => [key, source])).toEqual([
    ["slash/play.name", "play"],
    ["slash/play.description", "Starts a game."],
    ["slash/play/now.name", "now"],
    ["slash/play/now.description", "At once."],
    ["slash/play/now/map.name", "map"],
    ["slash/play/now/map.description", "Where."],
    ["slash/play/now/map=desert.name", "Desert"],
    ["slash/play/now/map=a~2f~b~3d~~7e~~7~.name", "A/B"],
    ["slash/play/more.name", "more"],
    ["slash/play/more.description", "More."],
    ["user/Report user.name", "Report user"],
  ]);
});

it("returns each string's kind, limit, location and translations", () => {
  const texts = textsOf([play]);
  expect(texts[1]).toEqual({
    key: "slash/play.description",
    kind: "command-description",
    source: "Starts a game.",
    limit: 100,
    context: "Description of the slash command /play. 1 to 100 characters.",
    keys: [0, "description_localizations"],
    localizations: { de: "Startet ein Spiel." },
  });
  expect(texts[6]).toMatchObject({
    kind: "choice-name",
    limit: 100,
    keys: [0, "options", 0, "options", 0, "choices", 0, "name_localizations"],
    localizations: { de: "Wüste" },
  });
});

it("describes names and their allowed characters in the context", () => {
  const all = [play, { type: 2, name: "Report user" }, { type: 4, name: "launch", description: "Waves." }];
  const contexts = textsOf(all).filter(({ key }) => key.endsWith(".name"));
  expect(contexts.map(({ context }) => context)).toEqual([
    "Name of the slash command /play. 1 to 32 characters, in lower case: letters, digits, - and _, no spaces.",
    'Name of the subcommand "now" of /play. 1 to 32 characters, in lower case: letters, digits, - and _, no spaces.',
    'Name of the option "map" of /play now. 1 to 32 characters, in lower case: letters, digits, - and _, no spaces.',
    'Name of a choice of the option "map" of /play now. 1 to 100 characters.',
    'Name of a choice of the option "map" of /play now. 1 to 100 characters.',
    'Name of the subcommand group "more" of /play. 1 to 32 characters, in lower case: letters, digits, - and _, no spaces.',
    'Name of the user command "Report user". 1 to 32 characters.',
    'Name of the entry point command "launch". 1 to 32 characters.',
  ]);
});

it("returns the former keys of a renamed command and its options", () => {
  const renamed = { ...play, name: "start", renamedFrom: "play" };
  const texts = textsOf([renamed]);
  expect(texts.map(({ formerKey }) => formerKey)).toEqual(textsOf([play]).map(({ key }) => key));
});

it.each([
  [5 as never],
  [[{ name: 5 }] as never],
  [[{ name: "a", options: [5, { name: 5 }, { name: "b", choices: [5, {}] }] }]],
])("ignores invalid definitions (%#)", (commands) => {
  expect(textsOf(commands).map(({ key }) => key)).toEqual(
    Array.isArray(commands) && "options" in (commands[0] as object) ? ["slash/a.name", "slash/a/b.name"] : [],
  );
});

it("assigns distinct keys to choices that have equal values", () => {
  const choices = ["a", "b", "c"].map((name) => ({ name, value: 5 }));
  const option = { type: 4, name: "map", description: "Where.", choices };
  expect(textsOf([{ name: "play", options: [option] }]).map(({ key }) => key)).toEqual([
    "slash/play.name",
    "slash/play/map.name",
    "slash/play/map.description",
    "slash/play/map=5.name",
    "slash/play/map=5~2.name",
    "slash/play/map=5~3.name",
  ]);
});
