import type { CommandBook } from "../state/command-book.ts";
import type { CommandBody, Scope } from "../state/command-record.ts";
import { localizeCommand, requestLocale } from "../state/localized-commands.ts";
import { type Caller, mustManageCommands } from "../oauth/bearer.ts";
import { parseFlag, parseJson, parsePathId } from "./input.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

const scopes = [
  "/applications/:application_id/commands",
  "/applications/:application_id/guilds/:guild_id/commands",
];

export const commandRoutes: readonly Route[] = scopes.flatMap((commands): Route[] => [
  ["GET", commands, listCommands],
  ["POST", commands, createCommand],
  ["PUT", commands, overwriteCommands],
  ["GET", `${commands}/:command_id`, getCommand],
  ["PATCH", `${commands}/:command_id`, editCommand],
  ["DELETE", `${commands}/:command_id`, deleteCommand],
]);

async function listCommands(call: ApiCall): Promise<ApiAnswer> {
  const { book, scope, caller } = await openBook(call);
  const commands = book.list(scope);
  if (parseFlag(call, "with_localizations")) return { status: 200, body: commands };
  // A token of the application itself is its owner's.
  const locale = requestLocale(call.headers, caller.bot ? localeOfBots : call.world.players.first.locale);
  return { status: 200, body: commands.map((command) => localizeCommand(command, locale)) };
}

async function createCommand(call: ApiCall): Promise<ApiAnswer> {
  const { book, scope } = await openBook(call);
  const { command, created } = book.upsert(scope, parseJson(call) as CommandBody);
  return { status: created ? 201 : 200, body: command };
}

async function overwriteCommands(call: ApiCall): Promise<ApiAnswer> {
  const { book, scope } = await openBook(call);
  return { status: 200, body: book.overwrite(scope, parseJson(call) as CommandBody[]) };
}

async function getCommand(call: ApiCall): Promise<ApiAnswer> {
  const { book, scope } = await openBook(call);
  return { status: 200, body: book.get(scope, parsePathId(call, "command_id")) };
}

async function editCommand(call: ApiCall): Promise<ApiAnswer> {
  const { book, scope } = await openBook(call);
  return {
    status: 200,
    body: book.edit(scope, parsePathId(call, "command_id"), parseJson(call) as CommandBody),
  };
}

async function deleteCommand(call: ApiCall): Promise<ApiAnswer> {
  const { book, scope } = await openBook(call);
  book.delete(scope, parsePathId(call, "command_id"));
  return { status: 204 };
}

const localeOfBots = "en-US";

/** The book that the caller may write in, and the scope of the path. */
async function openBook(call: ApiCall): Promise<{ book: CommandBook; scope: Scope; caller: Caller }> {
  const applicationId = parsePathId(call, "application_id");
  const guildId = call.path.includes("/guilds/") ? parsePathId(call, "guild_id") : undefined;
  const caller = await call.authenticate();
  mustManageCommands(caller, applicationId, guildId);
  return { book: call.world.commandsOf(applicationId), scope: guildId ?? "global", caller };
}
