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
    [{}, "en-US"],
  ])("of %j is %s", (headers, locale) => {
    expect(requestLocale(headers)).toBe(locale);
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
