import { expect, it, describe } from "vitest";
import {
  type Language,
  mergeLanguage,
  type Translation,
  updateLanguage,
  localize,
  readLocale,
} from "../../../../src/commands/languages/language.ts";
import { textsOf } from "../../../../src/commands/languages/texts.ts";

const ping = { name: "ping", description: "Answers." };
const de = (texts: Record<string, Partial<Translation>>): Language => ({
  locale: "de",
  texts: new Map(
    Object.entries(texts).map(([key, given]) => [key, { source: "", text: "", stale: false, ...given }]),
  ),
});
const entriesOf = ({ texts }: Language) => Object.fromEntries(texts);

it("adds empty entries for new strings and marks translations of changed strings as stale", () => {
  const language = de({
    "slash/ping.description": { source: "Replied.", text: "Antwortet." },
    "slash/ping.name": { source: "ping", text: "" },
  });
  const updated = updateLanguage(textsOf([ping]), language);
  expect([...updated.texts]).toEqual([
    ["slash/ping.name", { source: "ping", text: "", stale: false }],
    ["slash/ping.description", { source: "Answers.", text: "Antwortet.", stale: true }],
  ]);
  // The translation stays stale until it is reviewed.
  expect(updateLanguage(textsOf([ping]), updated)).toEqual(updated);
});

it("keeps unused translations at the end and drops empty ones", () => {
  const language = de({
    "slash/gone.name": { source: "gone", text: "weg" },
    "slash/void.name": { source: "void" },
  });
  expect([...updateLanguage(textsOf([ping]), language).texts.keys()]).toEqual([
    "slash/ping.name",
    "slash/ping.description",
    "slash/gone.name",
  ]);
});

it("includes the definition's translations, unless the language has its own", () => {
  const own = { ...ping, name_localizations: { de: "klopf" }, description_localizations: { de: "Eins." } };
  const language = de({ "slash/ping.description": { source: "Answers.", text: "Zwei." } });
  expect(entriesOf(updateLanguage(textsOf([own]), language))).toMatchObject({
    "slash/ping.name": { text: "klopf" },
    "slash/ping.description": { text: "Zwei." },
  });
});

it("keeps a renamed command's translations", () => {
  const language = de({
    "slash/ping.name": { source: "ping", text: "klopf" },
    "slash/ping.description": { source: "Answers.", text: "Antwortet." },
  });
  const renamed = { ...ping, name: "pong", renamedFrom: "ping" };
  expect([...updateLanguage(textsOf([renamed]), language).texts]).toEqual([
    ["slash/pong.name", { source: "pong", text: "klopf", stale: true }],
    ["slash/pong.description", { source: "Answers.", text: "Antwortet.", stale: false }],
  ]);
});

it("merges returned translations and reports changed and unknown keys", () => {
  const language = de({ "slash/ping.name": { source: "ping", text: "klopf" } });
  const sent = de({
    "slash/ping.name": { source: "ping", text: "" },
    "slash/ping.description": { source: "Replies.", text: "Antwortet." },
    "slash/gone.name": { source: "gone", text: "weg" },
  });
  const merged = mergeLanguage(textsOf([ping]), language, sent);
  expect([merged.changed, merged.unknown]).toEqual([["slash/ping.description"], ["slash/gone.name"]]);
  expect(entriesOf(merged.language)).toEqual({
    "slash/ping.name": { source: "ping", text: "klopf", stale: false },
    "slash/ping.description": { source: "Answers.", text: "Antwortet.", stale: true },
  });
});

it("keeps equal translations unchanged and clears the stale mark of reviewed ones", () => {
  const stale = { source: "Answers.", text: "Antwortet.", stale: true };
  const language = de({ "slash/ping.description": stale });
  const texts = textsOf([ping]);
  expect(mergeLanguage(texts, language, language).changed).toEqual([]);
  const reviewed = de({ "slash/ping.description": { ...stale, stale: false } });
  expect(mergeLanguage(texts, language, reviewed).changed).toEqual(["slash/ping.description"]);
});

it("prefers a translation of the current text to an outdated one", () => {
  const now = { source: "Answers.", text: "Antwortet." };
  const old = { source: "Replies.", text: "Erwidert." };
  const texts = textsOf([ping]);
  const key = "slash/ping.description";
  const merge = (known: Partial<Translation>) =>
    mergeLanguage(texts, de({ [key]: known }), de({ [key]: old }));
  expect(merge(now)).toMatchObject({ changed: [], outdated: [key] });
  expect(entriesOf(merge(now).language)[key]).toEqual({ ...now, stale: false });
  // An outdated translation replaces a missing or stale one.
  expect(merge({ source: "Answers." })).toMatchObject({ changed: [key], outdated: [] });
  expect(merge({ ...now, stale: true })).toMatchObject({ changed: [key], outdated: [] });
});

describe("localize", () => {
  const language = (locale: "de" | "fr", texts: Record<string, string>): Language => ({
    locale,
    texts: new Map(Object.entries(texts).map(([key, text]) => [key, { source: "", text, stale: true }])),
  });
  const play = {
    name: "play",
    description: "Starts.",
    options: [{ type: 3, name: "map", description: "Where.", choices: [{ name: "Desert", value: "d" }] }],
  };

  it("inserts translations, including stale ones, into the definitions", () => {
    const german = language("de", { "slash/play.name": "spielen", "slash/play/map=d.name": "Wüste" });
    const fr = language("fr", { "slash/play.name": "jouer", "slash/play.description": "" });
    expect(localize([{ name: "stop", description: "Stops." }, play], [german, fr])).toEqual([
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

  it("accepts a builder and keeps the definition's translations into other languages", () => {
    const builder = { toJSON: () => ({ ...play, name_localizations: { it: "gioca", de: "spielen" } }) };
    const [localized] = localize([builder], [language("de", { "slash/play.name": "spielen" })]);
    expect(localized).toMatchObject({ name_localizations: { it: "gioca", de: "spielen" } });
  });

  it("finds a renamed command's translations", () => {
    const renamed = { ...play, name: "start", renamedFrom: "play" };
    const [localized] = localize([renamed], [language("de", { "slash/play.name": "spielen" })]);
    expect(localized).toMatchObject({ name: "start", name_localizations: { de: "spielen" } });
  });

  it("rejects duplicate languages and conflicting translations of a string", () => {
    const own = { ...play, name_localizations: { de: "starten" } };
    const german = language("de", { "slash/play.name": "spielen" });
    expect(() => localize([own], [german])).toThrow(
      expect.objectContaining({ code: "duplicate", message: expect.stringContaining("slash/play.name") }),
    );
    expect(() => localize([play], [german, german])).toThrow("The language de is specified twice.");
  });

  it("leaves unreadable commands unchanged so that the plan rejects them", () => {
    const hostile = [
      {
        get name() {
          throw new Error("No.");
        },
      },
    ];
    expect(localize(hostile, [language("de", {})])).toBe(hostile);
  });
});

describe("readLocale", () => {
  it.each([
    ["de", "de"],
    ["pt_BR", "pt-BR"],
    ["EN-us", "en-US"],
  ])("reads %s as %s", (named, locale) => {
    expect(readLocale(named)).toBe(locale);
  });

  it.each([
    ["de-AT", "Did you mean de?"],
    ["tlh", "Use one of: id, da, de"],
  ])("rejects %s", (named, hint) => {
    expect(() => readLocale(named)).toThrow(
      expect.objectContaining({ code: "invalid_language", hint: expect.stringContaining(hint) }),
    );
  });
});
