import { describe, expect, it } from "vitest";
import { localizeCommand, requestLocale } from "../../../../src/emulator/resources/commands.ts";
import type { Command } from "../../../../src/wire/command.ts";
import { type Locale, locales } from "../../../../src/wire/locale.ts";

const command: Command = {
  id: "1",
  application_id: "2",
  version: "3",
  name: "color",
  description: "Colors",
  name_localizations: { "en-GB": "colour", "es-ES": "tono", fr: null },
  description_localizations: null,
};

describe("a list's language", () => {
  it.each([
    [{ "x-discord-locale": "de", "accept-language": "fr" }, "de"],
    [{ "x-service-locale": "pt-BR" }, "pt-BR"],
    [{ "x-service-locale": "pt-BR", "accept-language": "fr" }, "pt-BR"],
    [{ "accept-language": "fr", "x-service-locale": "tlh" }, "fr"],
    [{ "accept-language": ["tlh", "ko"] }, "ko"],
    [{ "x-discord-locale": "", "x-service-locale": "", "accept-language": "" }, "da"],
    [{ "accept-language": "tlh, sv-se;q=0.9, de;q=0.8" }, "sv-SE"],
    [{ "x-discord-locale": "tlh", "accept-language": "ja" }, "ja"],
    [{ "accept-language": "fr;q=0.5, de" }, "de"],
    [{ "accept-language": "fr; q=0.2, ja;q=0.4, de;level=1;Q=0.3" }, "ja"],
    [{ "accept-language": "de;q=0, fr;q=0.1" }, "fr"],
    [{ "accept-language": "de;q=0" }, "da"],
    [{ "accept-language": "de;q=x, fr;q=0.1" }, "fr"],
    [{ "accept-language": ["fr;q=0.1", "de"] }, "fr"],
    [{ "accept-language": "tlh" }, "da"],
    [{}, "da"],
  ])("for the headers %j, is %s", (headers, locale) => {
    expect(requestLocale(headers, "da")).toBe(locale);
  });

  it.each([
    ["en-GB", "colour"],
    ["en-US", "colour"],
    ["es-419", "tono"],
    ["es-ES", "tono"],
    ["fr", undefined],
    ["de", undefined],
  ] as const)("for %s selects the name %s", (locale, name) => {
    const localized = localizeCommand(command, locale);
    expect(localized.name_localized).toBe(name);
    expect(localized).not.toHaveProperty("name_localizations");
    expect(localized).not.toHaveProperty("description_localized");
  });
});

describe("a missing localization", () => {
  const displayed = (texts: Readonly<Record<string, string | null>>, locale: Locale) => {
    const localizations = { name_localizations: texts, description_localizations: texts };
    const { name_localized, description_localized } = localizeCommand(
      { ...command, ...localizations },
      locale,
    );
    expect(description_localized).toBe(name_localized);
    return name_localized;
  };

  it.each([
    ["en-US", "en-GB"],
    ["en-GB", "en-US"],
    ["es-419", "es-ES"],
  ] as const)("for %s is replaced by %s", (locale, fallback) => {
    expect(displayed({ [fallback]: "other" }, locale)).toBe("other");
    expect(displayed({ [fallback]: "other", [locale]: null }, locale)).toBe("other");
    expect(displayed({ [fallback]: "other", [locale]: "own" }, locale)).toBe("own");
    expect(displayed({ [fallback]: null }, locale)).toBeUndefined();
    expect(displayed({ de: "Deutsch", fr: "français" }, locale)).toBeUndefined();
  });

  it("is not replaced if the documentation lists no fallback", () => {
    const placeholders = ["en-US", "en-GB", "es-419"];
    for (const locale of locales.filter((one) => !placeholders.includes(one))) {
      const others = Object.fromEntries(locales.filter((one) => one !== locale).map((one) => [one, one]));
      expect([locale, displayed(others, locale)]).toEqual([locale, undefined]);
    }
  });
});

it("localizes every string that has localizations", () => {
  const texts = (name: string) => ({
    name,
    description: name,
    name_localizations: { de: `${name} de`, fr: `${name} fr` },
    description_localizations: { de: `${name}: de`, fr: `${name}: fr` },
  });
  const choice = { name: "e", value: 1, name_localizations: { de: "e de", fr: "e fr" } };
  const option = { type: 4, ...texts("d"), choices: [choice] };
  const group = { type: 2, ...texts("b"), options: [{ type: 1, ...texts("c"), options: [option] }] };
  const nested = { ...command, ...texts("a"), options: [group] } as unknown as Command;
  const displayed = (name: string) => ({
    name,
    name_localized: `${name} de`,
    description_localized: `${name}: de`,
  });
  const localized = localizeCommand(nested, "de");
  expect(localized).toMatchObject({
    ...displayed("a"),
    options: [
      {
        ...displayed("b"),
        options: [
          {
            ...displayed("c"),
            options: [{ ...displayed("d"), choices: [{ name: "e", name_localized: "e de" }] }],
          },
        ],
      },
    ],
  });
  expect(JSON.stringify(localized)).not.toMatch(/_localizations| fr"/);
});
