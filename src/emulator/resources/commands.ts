import type { CommandBook } from "../state/command-book.ts";
import type { CommandBody, Scope } from "../state/command-record.ts";
import { type Caller, requireCommandManagement } from "../oauth/bearer.ts";
import { ApiAnswer, type ApiCall, parseFlag, parseJsonBody, parsePathId, type Route } from "./api-call.ts";
import type { Command } from "../../wire/command.ts";
import { type Locale, locales } from "../../wire/locale.ts";

const scopes = [
  "/applications/:application_id/commands",
  "/applications/:application_id/guilds/:guild_id/commands",
];

export const commandRoutes: readonly Route[] = scopes.flatMap((commands): Route[] => [
  ["GET", commands, withBook(listCommands)],
  ["POST", commands, withBook(createCommand)],
  ["PUT", commands, withBook(overwriteCommands)],
  ["GET", `${commands}/:command_id`, withBook(getCommand)],
  ["PATCH", `${commands}/:command_id`, withBook(editCommand)],
  ["DELETE", `${commands}/:command_id`, withBook(deleteCommand)],
]);

function listCommands({ book, scope, caller }: OpenBook, call: ApiCall) {
  const commands = book.list(scope);
  if (parseFlag(call, "with_localizations")) return commands;
  const locale = requestLocale(call.headers, caller.player?.locale ?? localeOfBots);
  return commands.map((command) => localizeCommand(command, locale));
}

function createCommand({ book, scope }: OpenBook, call: ApiCall) {
  const { command, created } = book.upsert(scope, parseJsonBody(call) as CommandBody);
  return created ? new ApiAnswer(201, command) : command;
}

function overwriteCommands({ book, scope }: OpenBook, call: ApiCall) {
  return book.overwrite(scope, parseJsonBody(call) as CommandBody[]);
}

function getCommand({ book, scope }: OpenBook, call: ApiCall) {
  return book.get(scope, parsePathId(call, "command_id"));
}

function editCommand({ book, scope }: OpenBook, call: ApiCall) {
  return book.edit(scope, parsePathId(call, "command_id"), parseJsonBody(call) as CommandBody);
}

function deleteCommand({ book, scope }: OpenBook, call: ApiCall) {
  book.delete(scope, parsePathId(call, "command_id"));
}

const localeOfBots = "en-US";

interface OpenBook {
  readonly book: CommandBook;
  readonly scope: Scope;
  readonly caller: Caller;
}

export function withBook(answer: (open: OpenBook, call: ApiCall) => unknown): Route[2] {
  return async (call) => {
    const applicationId = parsePathId(call, "application_id");
    const guildId = call.path.includes("/guilds/") ? parsePathId(call, "guild_id") : undefined;
    const caller = await call.authenticate();
    requireCommandManagement(caller, applicationId, guildId);
    return answer({ book: caller.application.commands, scope: guildId ?? "global", caller }, call);
  };
}

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
  const known = wanted.map((tag) => locales.find((locale) => locale.toLowerCase() === tag));
  return known.find(Boolean) ?? settings;
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
