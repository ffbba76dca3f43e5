import { expect, test } from "vitest";
import { formatPath } from "../../../../src/core/request/path.ts";
import { checkLocalizations } from "../../../../src/commands/rules/names.ts";
import { Visit } from "../../../../src/commands/rules/visit.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules("locale-key", "locale-unlisted", "text-blank");

function check(dictionary: unknown, profile?: "spec") {
  const visit = new Visit({ profile }, formatPath);
  const texts: string[] = [];
  checkLocalizations(visit, "name_localizations", dictionary, (locale, text) =>
    texts.push(`${locale} ${text}`),
  );
  return { texts, findings: visit.findings };
}

test("checks each string, ignores absent ones and reports others as the wrong type", () => {
  const { texts, findings } = check({ de: "Wort", fr: undefined, "en-US": null, ja: 5 });
  expect(texts).toEqual(["de Wort"]);
  expect(placesOf(findings)).toEqual(['field-type at name_localizations["ja"]']);
});

test("reports null localizations in the spec profile", () => {
  const places = placesOf(check({ de: null }, "spec").findings);
  expect(places).toEqual(['field-type at name_localizations["de"]']);
});

test("accepts an absent dictionary and rejects a list", () => {
  expect(check(undefined).findings).toEqual([]);
  expect(check(null).findings).toEqual([]);
  expect(placesOf(check(["de"]).findings)).toEqual(["field-type at name_localizations"]);
});

test.each([
  ["en_us", "Did you mean en-US?"],
  ["es", "Did you mean es-ES?"],
  ["xx", "Use one of: "],
])("suggests another locale for %s", (locale, fix) => {
  expect(check({ [locale]: "word" }).findings).toMatchObject([
    { rule: "locale-key", fix: expect.stringContaining(fix) as string },
  ]);
});

test("limits the findings of a hundred thousand wrong locales", () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, "word"]));
  expect(check(many).findings).toHaveLength(10_000);
});
