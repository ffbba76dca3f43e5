import { expect, it } from "vitest";
import {
  checkLanguages,
  translationAt,
  unintendedFallbacks,
} from "../../../../src/commands/languages/check.ts";
import type { Language } from "../../../../src/commands/languages/language.ts";
import { textsOf } from "../../../../src/commands/languages/texts.ts";
import type { Locale } from "../../../../src/wire/locale.ts";

const language = (locale: Locale, texts: Record<string, string | readonly [string, string]>): Language => ({
  locale,
  texts: new Map(
    Object.entries(texts).map(([key, given]) => {
      const [source, text] = typeof given === "string" ? ["ping", given] : given;
      return [key, { source, text, stale: false }];
    }),
  ),
});
const ping = { name: "ping", description: "Answers." };
const check = (commands: readonly object[], ...languages: Language[]) =>
  checkLanguages(commands, languages, { scope: "global" });

it("reports the length of each translation and any missing, stale or unused ones", () => {
  const de = language("de", {
    "slash/ping.name": ["pong", "klöpf𝒳"],
    "slash/gone.name": ["gone", "weg"],
  });
  expect(check([ping], de)).toEqual([
    {
      locale: "de",
      total: 2,
      translated: 1,
      missing: ["slash/ping.description"],
      fallbacks: [],
      stale: ["slash/ping.name"],
      unused: ["slash/gone.name"],
      findings: [],
      doubles: [],
      widths: [{ key: "slash/ping.name", width: 6, limit: 32 }],
    },
  ]);
});

it("validates translated names and reports the key of an invalid one", () => {
  const de = language("de", { "slash/ping.name": "Zwei Wörter" });
  const [report] = check([ping], de);
  expect(report?.findings).toMatchObject([
    { key: "slash/ping.name", finding: { rule: "name-characters", severity: "error" } },
    { key: "slash/ping.name", finding: { rule: "name-lowercase" } },
  ]);
});

it("reports where the service falls back to a related language", () => {
  const uk = language("en-GB", { "slash/ping.name": "knock" });
  const us = language("en-US", {});
  const [, american] = check([ping], uk, us);
  expect(american).toMatchObject({
    missing: ["slash/ping.description"],
    fallbacks: [{ key: "slash/ping.name", shown: "en-GB" }],
  });
  // es-ES is the fallback for es-419, but es-419 is not the fallback for es-ES.
  const [spanish] = check([ping], language("es-ES", {}), language("es-419", { "slash/ping.name": "toc" }));
  expect(spanish).toMatchObject({ fallbacks: [], missing: { length: 2 } });
});

it("reports languages with an unintended fallback", () => {
  const given = [language("en-GB", {}), language("es-ES", {}), language("de", {})];
  expect(unintendedFallbacks(given)).toEqual([
    { locale: "en-US", shown: "en-GB" },
    { locale: "es-419", shown: "es-ES" },
  ]);
  expect(unintendedFallbacks([...given, language("en-US", {}), language("es-419", {})])).toEqual([]);
});

it("counts translations in the definition", () => {
  const own = { ...ping, name_localizations: { de: "klopf" }, description_localizations: { de: "Ja." } };
  expect(check([own], language("de", {}))).toMatchObject([{ translated: 2, missing: [] }]);
});

it("reports duplicate command and choice names in a language", () => {
  const choices = [
    { name: "Desert", value: 1 },
    { name: "Waste", value: 2 },
  ];
  const map = { type: 4, name: "map", description: "Where.", choices };
  const commands = [
    ping,
    { name: "knock", description: "Knocks.", options: [map] },
    { type: 2, name: "ping" },
  ];
  const de = language("de", {
    "slash/knock.name": "ping",
    "slash/knock/map=1.name": "Wüste",
    "slash/knock/map=2.name": "Wüste",
  });
  expect(check(commands, de)[0]?.doubles).toEqual([
    { text: "ping", keys: ["slash/ping.name", "slash/knock.name"] },
    { text: "Wüste", keys: ["slash/knock/map=1.name", "slash/knock/map=2.name"] },
  ]);
});

it("finds the translation for a finding's path", () => {
  const texts = textsOf([ping]);
  expect(translationAt({ keys: [0, "name_localizations", "de"] }, texts)).toEqual({
    text: texts[0],
    locale: "de",
  });
  expect(translationAt({ keys: [0, "name"] }, texts)).toBeUndefined();
  expect(translationAt({ keys: [0, "name_localizations", 5] }, texts)).toBeUndefined();
});
