import type { Fetch } from "../../../src/commands/index.ts";
import { applicationId, overwrite } from "./samples.ts";

type Fields = Record<string, unknown>;

/** Whether the request is rejected, or takes effect but its response is lost. */
export type Fault = "before" | "after" | undefined;

/**
 * Implements the command endpoints in memory, with the behavior on which planning depends: upsert by name and type, stable ids,
 * versions that change only with the content, permissions deleted on rename or delete, and an entry point that bulk overwrites
 * cannot remove. Clients send requests through its `fetch`.
 */
export class FakeService {
  readonly scopes = new Map<string, Fields[]>();
  readonly permissions = new Map<string, Map<string, Fields[]>>();
  readonly requests: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  /** The guild whose permissions the user may not edit. */
  refusesPermissionsOf: string | undefined;
  /** Guilds that the application cannot access. */
  readonly closed = new Set<string>();
  #next = 1000n;
  /** Called for each request. `count` numbers reads and writes separately, starting at 1. */
  fault: (count: number, method: string) => Fault = () => undefined;
  #counts = { reads: 0, writes: 0 };

  get writes() {
    return this.requests.filter(({ method, path }) => method !== "GET" && !path.endsWith("/permissions"));
  }

  readonly fetch: Fetch = async (url, { method = "GET", body }) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith("/oauth2/token"))
      return reply({ access_token: "app", token_type: "Bearer", expires_in: 600 });
    const path = pathname.replace(/^.*\/applications\/\d+/, "");
    const parsed: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
    this.requests.push({ method, path, body: parsed });
    const count = method === "GET" ? ++this.#counts.reads : ++this.#counts.writes;
    const fault = this.fault(count, method);
    if (fault === "before") return refusal(400, 1, "A fault.");
    const answer = this.#answer(method, path, parsed);
    return fault === "after" ? refusal(400, 2, "The answer got lost.") : answer;
  };

  /** Stores commands in a scope as if they had been registered. */
  seed(scope: string, commands: readonly Fields[]): void {
    this.scopes.set(
      scope,
      commands.map((command) => this.#store(command, undefined, scope)),
    );
  }

  list(scope: string): Fields[] {
    return this.scopes.get(scope) ?? [];
  }

  idOf(name: string, scope = "global"): string {
    return this.list(scope).find((command) => command["name"] === name)?.["id"] as string;
  }

  /** Gives a command an overwrite in each of these guilds. @returns the command's id */
  permit(name: string, guilds: readonly string[], scope = "global"): string {
    const id = this.idOf(name, scope);
    for (const guild of guilds) this.permissions.set(guild, new Map([[id, [overwrite]]]));
    return id;
  }

  #answer(method: string, path: string, body: unknown): Response {
    if (path.endsWith("/users/@me/guilds")) return reply([...this.permissions.keys()].map((id) => ({ id })));
    const [, guild, id, isPermissions] =
      /^(?:\/guilds\/(\d+))?\/commands(?:\/(\d+))?(\/permissions)?$/.exec(path) ?? [];
    const scope = guild ?? "global";
    if (isPermissions) return this.#answerPermissions(method, scope, id, body);
    if (method === "POST") return reply(this.#upsert(scope, body as Fields));
    if (method === "PUT") return this.#overwrite(scope, body as Fields[]);
    if (id === undefined) return reply(this.list(scope));
    const found = this.list(scope).find((command) => command["id"] === id);
    if (!found) return refusal(404, 10063, "Unknown application command");
    if (method === "PATCH") return this.#edit(scope, found, body as Fields);
    if (method === "DELETE") return this.#delete(scope, found);
    return reply(found);
  }

  #upsert(scope: string, command: Fields): Fields {
    const existing = this.#find(scope, command);
    const stored = this.#store(command, existing, scope);
    this.scopes.set(scope, [...this.list(scope).filter((one) => one !== existing), stored]);
    return stored;
  }

  #edit(scope: string, found: Fields, edit: Fields): Response {
    const wanted = { ...found, ...edit };
    const twin = this.#find(scope, wanted);
    if (twin && twin !== found)
      return refusal(400, 40041, "An application command with that name already exists");
    const stored = this.#store(wanted, found, scope);
    this.scopes.set(
      scope,
      this.list(scope).map((one) => (one === found ? stored : one)),
    );
    return reply(stored);
  }

  #delete(scope: string, found: Fields): Response {
    this.scopes.set(
      scope,
      this.list(scope).filter((one) => one !== found),
    );
    this.#erasePermissions(scope, found);
    return new Response(null, { status: 204 });
  }

  #overwrite(scope: string, commands: readonly Fields[]): Response {
    const live = this.list(scope);
    const entry = live.find(({ type }) => type === 4);
    if (entry && !commands.some(({ type }) => type === 4)) {
      return refusal(
        400,
        50240,
        "You cannot remove this app's Entry Point command in a bulk update operation",
      );
    }
    const remaining = new Set<Fields>();
    const ids = new Set(commands.map(({ id }) => id));
    const stored = commands.map((command) => {
      const byId = live.find(({ id }) => id === command["id"]);
      const byName = command["type"] === 4 ? entry : this.#find(scope, command);
      const existing = byId ?? (ids.has(byName?.["id"]) ? undefined : byName);
      if (existing) remaining.add(existing);
      return this.#store(command, existing, scope);
    });
    for (const removed of live) if (!remaining.has(removed)) this.#erasePermissions(scope, removed);
    this.scopes.set(scope, stored);
    return reply(stored);
  }

  #answerPermissions(method: string, guild: string, id: string | undefined, body: unknown): Response {
    if (this.closed.has(guild)) return refusal(403, 50001, "Missing Access");
    const isRefused = method === "PUT" && this.refusesPermissionsOf === guild;
    if (isRefused) return refusal(403, 50013, "Missing Permissions");
    const all = this.permissions.get(guild) ?? new Map<string, Fields[]>();
    this.permissions.set(guild, all);
    const describe = (of: string) => ({
      id: of,
      application_id: applicationId,
      guild_id: guild,
      permissions: all.get(of) ?? [],
    });
    if (id === undefined) return reply([...all.keys()].map(describe));
    const isKnown = [...(this.scopes.get(guild) ?? []), ...this.list("global")].some(
      (one) => one["id"] === id,
    );
    if (!isKnown) return refusal(404, 10063, "Unknown application command");
    if (method === "PUT") all.set(id, (body as { permissions: Fields[] }).permissions);
    return all.has(id) ? reply(describe(id)) : refusal(404, 10066, "Unknown application command permissions");
  }

  #find(scope: string, { name, type = 1 }: Fields): Fields | undefined {
    return this.list(scope).find((one) => one["name"] === name && one["type"] === type);
  }

  #erasePermissions(scope: string, { id }: Fields): void {
    for (const [guild, all] of this.permissions)
      if (scope === "global" || scope === guild) all.delete(id as string);
  }

  #store(command: Fields, existing: Fields | undefined, scope: string): Fields {
    const fields = withDefaults(command, scope);
    if (existing && existing["name"] !== fields["name"]) this.#erasePermissions(scope, existing);
    const id = existing?.["id"] ?? `${this.#next++}`;
    const same = existing && JSON.stringify(withDefaults(existing, scope)) === JSON.stringify(fields);
    const version = same ? existing["version"] : `${this.#next++}`;
    return { id, application_id: applicationId, version, ...fields };
  }
}

/** Returns a command as the service stores it, with defaults filled in. */
function withDefaults(command: Fields, scope: string): Fields {
  const { type = 1, name, description = "", options, nsfw = false, handler } = command;
  return {
    type,
    name,
    name_localizations: storeTexts(command["name_localizations"], name),
    description,
    description_localizations: storeTexts(command["description_localizations"], description),
    default_member_permissions: command["default_member_permissions"] ?? null,
    nsfw,
    ...(scope === "global" && {
      dm_permission: true,
      contexts: command["contexts"] ?? null,
      integration_types: command["integration_types"] ?? [0, 1],
    }),
    ...(Array.isArray(options) && options.length > 0 && { options: options.map(storeOption) }),
    ...(type === 4 && { handler: handler ?? 1 }),
  };
}

/** The service accepts file_types, but does not return them. */
function storeOption(option: Fields): Fields {
  const { required, options } = option;
  const stored: Fields = { ...option };
  delete stored["file_types"];
  if (required !== true) delete stored["required"];
  if (Array.isArray(options)) stored["options"] = options.map(storeOption);
  return stored;
}

/** Ignores strings that equal the default. */
function storeTexts(dictionary: unknown, fallback: unknown): unknown {
  const entries = Object.entries((dictionary ?? {}) as Fields).filter(
    ([, text]) => text && text !== fallback,
  );
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

function reply(body: unknown): Response {
  return new Response(JSON.stringify(body), { status: 200 });
}

function refusal(status: number, code: number, message: string): Response {
  return new Response(JSON.stringify({ code, message }), { status });
}
