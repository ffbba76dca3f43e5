import { expect, it } from "vitest";
import type { Language } from "../../../../src/commands/languages/language.ts";
import { localize } from "../../../../src/commands/languages/localize.ts";

const language = (locale: "de" | "fr", texts: Record<string, string>): Language => ({
  locale,
  texts: new Map(Object.entries(texts).map(([key, text]) => [key, { source: "", text, stale: true }])),
});
const play = {
  name: "play",
  description: "Starts.",
  options: [{ type: 3, name: "map", description: "Where.", choices: [{ name: "Desert", value: "d" }] }],
};

it("inserts translations into the definitions, including stale ones", () => {
  const de = language("de", { "slash/play.name": "spielen", "slash/play/map=d.name": "Wüste" });
  const fr = language("fr", { "slash/play.name": "jouer", "slash/play.description": "" });
  expect(localize([{ name: "stop", description: "Stops." }, play], [de, fr])).toEqual([
    { name: "stop", description: "Stops." },
    {
      ...play,
      name_localizations: { de: "spielen", fr: "jouer" },
      options: [
        {
          ...play.options[0],
          choices: [{ name: "Desert", value: "d", name_localizations: { de: "Wüste" } }],
        },
      ],
    },
  ]);
});

it("accepts a builder, and keeps the definition's translations into other languages", () => {
  const builder = { toJSON: () => ({ ...play, name_localizations: { it: "gioca", de: "spielen" } }) };
  const [localized] = localize([builder], [language("de", { "slash/play.name": "spielen" })]);
  expect(localized).toMatchObject({ name_localizations: { it: "gioca", de: "spielen" } });
});

it("finds translations of a renamed command", () => {
  const renamed = { ...play, name: "start", renamedFrom: "play" };
  const [localized] = localize([renamed], [language("de", { "slash/play.name": "spielen" })]);
  expect(localized).toMatchObject({ name: "start", name_localizations: { de: "spielen" } });
});

it("rejects conflicting translations of a text, and duplicate languages", () => {
  const own = { ...play, name_localizations: { de: "starten" } };
  const de = language("de", { "slash/play.name": "spielen" });
  expect(() => localize([own], [de])).toThrow(
    expect.objectContaining({ code: "duplicate", message: expect.stringContaining("slash/play.name") }),
  );
  expect(() => localize([play], [de, de])).toThrow("The language de is specified twice.");
});

it("returns unreadable commands unchanged for the plan to reject", () => {
  const hostile = [
    {
      get name() {
        throw new Error("No.");
      },
    },
  ];
  expect(localize(hostile, [language("de", {})])).toBe(hostile);
});
