import { expect, it } from "vitest";
import {
  type Language,
  mergeLanguage,
  type Translation,
  updateLanguage,
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

it("adds new texts empty, keeps translations, and marks those of changed texts", () => {
  const language = de({
    "slash/ping.description": { source: "Replied.", text: "Antwortet." },
    "slash/ping.name": { source: "ping", text: "" },
  });
  const updated = updateLanguage(textsOf([ping]), language);
  expect([...updated.texts]).toEqual([
    ["slash/ping.name", { source: "ping", text: "", stale: false }],
    ["slash/ping.description", { source: "Answers.", text: "Antwortet.", stale: true }],
  ]);
  // It stays marked until somebody has looked at it.
  expect(updateLanguage(textsOf([ping]), updated)).toEqual(updated);
});

it("keeps translations that no text has at the end, and drops empty ones", () => {
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

it("takes translations of the definition, unless the language has its own", () => {
  const own = { ...ping, name_localizations: { de: "klopf" }, description_localizations: { de: "Eins." } };
  const language = de({ "slash/ping.description": { source: "Answers.", text: "Zwei." } });
  expect(entriesOf(updateLanguage(textsOf([own]), language))).toMatchObject({
    "slash/ping.name": { text: "klopf" },
    "slash/ping.description": { text: "Zwei." },
  });
});

it("carries translations over to a command's new name", () => {
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

it("takes what translators sent, and tells what changed and what has no text", () => {
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

it("changes nothing where the same is sent again, and a reviewed one is no longer stale", () => {
  const stale = { source: "Answers.", text: "Antwortet.", stale: true };
  const language = de({ "slash/ping.description": stale });
  const texts = textsOf([ping]);
  expect(mergeLanguage(texts, language, language).changed).toEqual([]);
  const reviewed = de({ "slash/ping.description": { ...stale, stale: false } });
  expect(mergeLanguage(texts, language, reviewed).changed).toEqual(["slash/ping.description"]);
});

it("prefers a translation of the text that there is now to one of an older text", () => {
  const now = { source: "Answers.", text: "Antwortet." };
  const old = { source: "Replies.", text: "Erwidert." };
  const texts = textsOf([ping]);
  const key = "slash/ping.description";
  const merge = (known: Partial<Translation>) =>
    mergeLanguage(texts, de({ [key]: known }), de({ [key]: old }));
  expect(merge(now)).toMatchObject({ changed: [], outdated: [key] });
  expect(entriesOf(merge(now).language)[key]).toEqual({ ...now, stale: false });
  // It is better than none, and than another stale one.
  expect(merge({ source: "Answers." })).toMatchObject({ changed: [key], outdated: [] });
  expect(merge({ ...now, stale: true })).toMatchObject({ changed: [key], outdated: [] });
});
