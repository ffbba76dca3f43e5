import type { ApiAnswer, ApiContext, ApiRequest } from "./route.ts";
import { parseFlag, parseJson, parsePathId } from "./input.ts";
import { mustManageCommands } from "../oauth/bearer.ts";
import type { CommandBook } from "../commands/command-book.ts";
import type { CommandBody, Scope } from "../commands/command-record.ts";
import { localizeCommand, requestLocale } from "../commands/localized-commands.ts";

type Call = [context: ApiContext, request: ApiRequest, parts: readonly (string | undefined)[]];

export async function listCommands(...call: Call): Promise<ApiAnswer> {
  const { book, scope } = await open(call);
  const [, { query, headers }] = call;
  const commands = book.list(scope);
  if (parseFlag(query.get("with_localizations"))) return { status: 200, body: commands };
  const locale = requestLocale(headers);
  return { status: 200, body: commands.map((command) => localizeCommand(command, locale)) };
}

export async function createCommand(...call: Call): Promise<ApiAnswer> {
  const { book, scope } = await open(call);
  const { command, created } = book.upsert(scope, parseJson(call[1]) as CommandBody);
  return { status: created ? 201 : 200, body: command };
}

export async function overwriteCommands(...call: Call): Promise<ApiAnswer> {
  const { book, scope } = await open(call);
  return { status: 200, body: book.overwrite(scope, parseJson(call[1]) as CommandBody[]) };
}

export async function getCommand(...call: Call): Promise<ApiAnswer> {
  const { book, scope } = await open(call);
  return { status: 200, body: book.get(scope, commandId(call)) };
}

export async function editCommand(...call: Call): Promise<ApiAnswer> {
  const { book, scope } = await open(call);
  return { status: 200, body: book.edit(scope, commandId(call), parseJson(call[1]) as CommandBody) };
}

export async function deleteCommand(...call: Call): Promise<ApiAnswer> {
  const { book, scope } = await open(call);
  book.delete(scope, commandId(call));
  return { status: 204 };
}

/** The book that the caller may write in, and the scope of the path. */
async function open([context, request, parts]: Call): Promise<{ book: CommandBook; scope: Scope }> {
  const [application, guild] = parts;
  const applicationId = parsePathId("application_id", application);
  const scope = guild === undefined ? "global" : parsePathId("guild_id", guild);
  mustManageCommands(await request.authenticate(), applicationId, guild);
  return { book: context.commandsOf(applicationId), scope };
}

function commandId([, , parts]: Call): string {
  return parsePathId("command_id", parts[2]);
}
