import { expect, it } from "vitest";
import { readLocale } from "../../../../src/commands/languages/language.ts";

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
