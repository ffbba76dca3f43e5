import type { Activities } from "./activities.ts";
import { type Caller, mustManageCommands } from "./bearer.ts";
import type { CommandBody, CommandBook, Scope } from "./command-book.ts";
import type { Player } from "./players.ts";
import { missingAccess, notFound, Refusal, unauthorized } from "./refusal.ts";
import { allows } from "./scopes.ts";

/** A request to the API whose caller is known. */
export interface ApiRequest {
  readonly method: string;
  /** Below the base, for example `/users/@me`. */
  readonly path: string;
  readonly body: string;
  readonly caller: Caller;
}

/** What the API answers. */
export interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/** What the API works with. */
export interface ApiContext {
  readonly activities: Activities;
  readonly commandsOf: (applicationId: string) => CommandBook;
}

type Handler = (context: ApiContext, request: ApiRequest, parts: readonly string[]) => ApiAnswer;

const commands = "/applications/(\\d+)(?:/guilds/(\\d+))?/commands";

/** The endpoints, in the order of the documents; the groups of a pattern are the parts of its handler. */
const routes: readonly (readonly [method: string, pattern: RegExp, handler: Handler])[] = [
  ["GET", route("/users/@me"), getUser],
  ["GET", route("/oauth2/@me"), getAuthorization],
  ["GET", route(commands), (...call) => withBook(call, (book, scope) => ok(book.list(scope)))],
  ["POST", route(commands), (...call) => withBook(call, (book, scope) => create(book, scope, call[1]))],
  [
    "PUT",
    route(commands),
    (...call) => withBook(call, (book, scope) => ok(book.overwrite(scope, parseList(call[1].body)))),
  ],
  [
    "GET",
    route(`${commands}/(\\d+)`),
    (...call) => withBook(call, (book, scope, id) => ok(book.get(scope, id))),
  ],
  [
    "PATCH",
    route(`${commands}/(\\d+)`),
    (...call) => withBook(call, (book, scope, id) => ok(book.edit(scope, id, parseBody(call[1].body)))),
  ],
  ["DELETE", route(`${commands}/(\\d+)`), (...call) => withBook(call, remove)],
  ["GET", route("/applications/(\\d+)/activity-instances/([^/]+)"), getActivityInstance],
];

/** @throws Refusal with what the service would answer. */
export function answerApi(context: ApiContext, request: ApiRequest): ApiAnswer {
  for (const [method, pattern, handler] of routes) {
    const match = method === request.method ? pattern.exec(request.path) : null;
    if (match) return handler(context, request, match.slice(1));
  }
  throw routes.some(([, pattern]) => pattern.test(request.path))
    ? new Refusal(405, 0, "405: Method Not Allowed")
    : notFound();
}

function route(path: string): RegExp {
  return new RegExp(`^${path}$`);
}

function ok(body: unknown): ApiAnswer {
  return { status: 200, body };
}

function withBook(
  [context, { caller }, [applicationId = "", guildId, commandId = ""]]: Parameters<Handler>,
  work: (book: CommandBook, scope: Scope, commandId: string) => ApiAnswer,
): ApiAnswer {
  mustManageCommands(caller, applicationId);
  return work(context.commandsOf(applicationId), guildId ?? "global", commandId);
}

function create(book: CommandBook, scope: Scope, { body }: ApiRequest): ApiAnswer {
  const { command, created } = book.upsert(scope, parseBody(body));
  return { status: created ? 201 : 200, body: command };
}

function remove(book: CommandBook, scope: Scope, id: string): ApiAnswer {
  book.delete(scope, id);
  return { status: 204 };
}

function getUser(_context: ApiContext, { caller }: ApiRequest): ApiAnswer {
  if (!caller.player) throw unauthorized();
  if (!allows(caller.scopes, "identify")) throw missingAccess();
  return ok(describePlayer(caller.player));
}

function getAuthorization(_context: ApiContext, { caller }: ApiRequest): ApiAnswer {
  if (caller.bot) throw unauthorized();
  const { application, scopes, expires, player } = caller;
  return ok({
    application: { id: application.id, name: application.name, verify_key: application.publicKey },
    scopes: scopes.split(" "),
    expires: expires?.toISOString(),
    ...(player && allows(scopes, "identify") && { user: describePlayer(player) }),
  });
}

function getActivityInstance(
  context: ApiContext,
  { caller }: ApiRequest,
  [applicationId, instanceId = ""]: readonly string[],
): ApiAnswer {
  if (!caller.bot || caller.application.id !== applicationId) throw missingAccess();
  const instance = context.activities.find(applicationId, instanceId);
  if (!instance) throw notFound();
  return ok(instance);
}

/** A user object (Discord documentation, User resource). */
export function describePlayer({ id, username, name }: Player): Readonly<Record<string, unknown>> {
  return { id, username, discriminator: "0", global_name: name, avatar: null };
}

function parseBody(text: string): CommandBody {
  const value = parseJson(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as CommandBody;
  throw new Refusal(400, 50035, "Invalid Form Body");
}

function parseList(text: string): CommandBody[] {
  const value = parseJson(text);
  if (Array.isArray(value)) return value as CommandBody[];
  throw new Refusal(400, 50035, "Invalid Form Body");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 50109, "The request body contains invalid JSON.");
  }
}
