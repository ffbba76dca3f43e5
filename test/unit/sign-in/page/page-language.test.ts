import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseLanguage, directionOf, pageLanguages } from "../../../../src/sign-in/page/page-language.ts";

describe("chooseLanguage", () => {
  it.each(pageLanguages)("finds %s by its language tag in any letter case", (locale) => {
    expect(chooseLanguage(locale)).toBe(locale);
    expect(chooseLanguage(locale.toLowerCase())).toBe(locale);
    expect(chooseLanguage(`xx, ${locale.toUpperCase()};q=0.9`)).toBe(locale);
  });

  it.each([
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["en", "en-US"],
    ["en-AU", "en-US"],
    ["en-GB", "en-GB"],
    ["es", "es-ES"],
    ["es-MX", "es-419"],
    ["pt", "pt-BR"],
    ["pt-PT", "pt-BR"],
    ["sv", "sv-SE"],
    ["nb-NO", "no"],
    ["nn", "no"],
    ["zh", "zh-CN"],
    ["zh-Hans-SG", "zh-CN"],
    ["zh-Hant", "zh-TW"],
    ["zh-HK", "zh-TW"],
    ["ar-EG", "ar"],
    ["iw", "he"],
    ["fa-AF", "fa"],
    ["ur-PK", "ur"],
    ["fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"],
  ])("chooses the nearest supported language: %s → %s", (header, locale) => {
    expect(chooseLanguage(header)).toBe(locale);
  });

  it.each([
    ["da;q=0.2, ko;q=0.8, it;q=0.5", "ko"],
    ["da, ko", "da"],
    ["ko;q=0, da;q=0.1", "da"],
    ["ko;q=0.0001, da;q=0.1", "da"],
    ["ko;q=2, da;q=0.1", "da"],
    ["ko; q=1.000 , da", "ko"],
  ])("respects the weights: %s → %s", (header, locale) => {
    expect(chooseLanguage(header)).toBe(locale);
  });

  it.each([undefined, "", "*", "sw", "xx-invalid-", ";;;", "q=1", "-", "de;q=0"])(
    "falls back to English for %j",
    (header) => {
      expect(chooseLanguage(header)).toBe("en-US");
    },
  );

  it("returns a supported language for any header", () => {
    fc.assert(fc.property(fc.string(), (header) => pageLanguages.includes(chooseLanguage(header))));
  });
});

it("marks only Arabic, Hebrew, Persian and Urdu as right to left", () => {
  expect(pageLanguages.filter((language) => directionOf(language) === "rtl")).toEqual([
    "ar",
    "he",
    "fa",
    "ur",
  ]);
});
