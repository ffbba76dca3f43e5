import type { Command } from "../../wire/command.ts";
import { type Locale, locales } from "../../wire/locale.ts";

// See Application Commands Interface, "Localization", rule 4.
const fallbacks: Readonly<Partial<Record<Locale, Locale>>> = {
  "en-US": "en-GB",
  "en-GB": "en-US",
  "es-419": "es-ES",
};

/** See Application Commands Interface, "Localization", rule 7. */
export function requestLocale(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  settings: Locale,
): Locale {
  const wanted = ["x-discord-locale", "x-service-locale", "accept-language"].flatMap((name) =>
    [headers[name] ?? []].flat().flatMap(languagesOf),
  );
  for (const tag of wanted) {
    const known = locales.find((locale) => locale.toLowerCase() === tag);
    if (known) return known;
  }
  return settings;
}

/** See RFC 9110 §12.4.2. */
function languagesOf(header: string): string[] {
  return header
    .split(",")
    .map((item) => {
      const [tag = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const [, quality = "1"] = parameters.map((one) => /^q=(.*)$/.exec(one)).find(Boolean) ?? [];
      return { tag, quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

export function localizeCommand(command: Command, locale: Locale): Command {
  return localize(command as unknown as Node, locale) as unknown as Command;
}

type Node = Readonly<Record<string, unknown>>;

function localize(node: Node, locale: Locale): Node {
  const { name_localizations, description_localizations, ...rest } = node;
  const name = pick(name_localizations, locale);
  const description = pick(description_localizations, locale);
  return {
    ...rest,
    ...(name !== undefined && { name_localized: name }),
    ...(description !== undefined && { description_localized: description }),
    ...(Array.isArray(rest["options"]) && { options: localizeAll(rest["options"] as Node[], locale) }),
    ...(Array.isArray(rest["choices"]) && { choices: localizeAll(rest["choices"] as Node[], locale) }),
  };
}

function localizeAll(nodes: readonly Node[], locale: Locale): Node[] {
  return nodes.map((node) => localize(node, locale));
}

function pick(dictionary: unknown, locale: Locale): string | undefined {
  const texts = (dictionary ?? {}) as Readonly<Record<string, string | null | undefined>>;
  const fallback = fallbacks[locale];
  return texts[locale] ?? (fallback && texts[fallback]) ?? undefined;
}
