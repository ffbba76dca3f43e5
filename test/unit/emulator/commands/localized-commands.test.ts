import { describe, expect, it } from "vitest";
import { localizeCommand, requestLocale } from "../../../../src/emulator/commands/localized-commands.ts";
import type { Command } from "../../../../src/wire/command.ts";

const command: Command = {
  id: "1",
  application_id: "2",
  version: "3",
  name: "color",
  description: "Colors",
  name_localizations: { "en-GB": "colour", "es-ES": "tono", fr: null },
  description_localizations: null,
};

describe("the language of a list", () => {
  it.each([
    [{ "x-discord-locale": "de", "accept-language": "fr" }, "de"],
    [{ "x-service-locale": "pt-BR" }, "pt-BR"],
    [{ "accept-language": "tlh, sv-se;q=0.9, de;q=0.8" }, "sv-SE"],
    [{ "x-discord-locale": "tlh", "accept-language": "ja" }, "ja"],
    [{ "accept-language": "tlh" }, "da"],
    [{}, "da"],
  ])("of %j is %s", (headers, locale) => {
    expect(requestLocale(headers, "da")).toBe(locale);
  });

  it.each([
    ["en-GB", "colour"],
    ["en-US", "colour"],
    ["es-419", "tono"],
    ["es-ES", "tono"],
    ["fr", undefined],
    ["de", undefined],
  ] as const)("for %s the name is %s", (locale, name) => {
    const localized = localizeCommand(command, locale);
    expect(localized.name_localized).toBe(name);
    expect(localized).not.toHaveProperty("name_localizations");
    expect(localized).not.toHaveProperty("description_localized");
  });
});

it("every text that can be localized is", () => {
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
  const shown = (name: string) => ({
    name,
    name_localized: `${name} de`,
    description_localized: `${name}: de`,
  });
  const localized = localizeCommand(nested, "de");
  expect(localized).toMatchObject({
    ...shown("a"),
    options: [
      {
        ...shown("b"),
        options: [
          { ...shown("c"), options: [{ ...shown("d"), choices: [{ name: "e", name_localized: "e de" }] }] },
        ],
      },
    ],
  });
  expect(JSON.stringify(localized)).not.toMatch(/_localizations| fr"/);
});
