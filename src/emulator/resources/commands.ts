import type { CommandBook } from "../state/command-book.ts";
import type { CommandBody, Scope } from "../state/command-record.ts";
import { localizeCommand, requestLocale } from "../state/localized-commands.ts";
import { type Caller, requireCommandManagement } from "../oauth/bearer.ts";
import { ApiAnswer, type ApiCall, parseFlag, parseJsonBody, parsePathId, type Route } from "./api-call.ts";

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

function withBook(answer: (open: OpenBook, call: ApiCall) => unknown): Route[2] {
  return async (call) => {
    const applicationId = parsePathId(call, "application_id");
    const guildId = call.path.includes("/guilds/") ? parsePathId(call, "guild_id") : undefined;
    const caller = await call.authenticate();
    requireCommandManagement(caller, applicationId, guildId);
    return answer({ book: call.world.commandsOf(applicationId), scope: guildId ?? "global", caller }, call);
  };
}
