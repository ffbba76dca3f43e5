import { type ApiPath, below, withQuery } from "../core/request/addresses.ts";
import type { CallOptions, ListOptions, Transport } from "../core/request/transport.ts";
import { parseCommand, parseCommandList } from "../core/request/response.ts";
import type { Call } from "../core/request/call.ts";
import type { Hints } from "../core/request/service-error.ts";
import { JsonErrorCode } from "../wire/error.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { type Command, CommandType } from "../wire/command.ts";
import type { Proven } from "./rules/proven.ts";
import { loadOnce } from "../core/lazy.ts";
import type * as planning from "./planning.ts";

export class CommandRequests {
  readonly #transport: Transport;
  readonly #path: ApiPath;
  readonly operations: Readonly<Record<"create" | "edit" | "overwrite", string>>;
  readonly #scope: "global" | "guild";

  constructor(transport: Transport, path: ApiPath, scope: "global" | "guild") {
    this.#transport = transport;
    this.#path = path;
    this.#scope = scope;
    this.operations = {
      create: `Creating a ${scope} command`,
      edit: `Editing a ${scope} command`,
      overwrite: `Overwriting the ${scope} commands`,
    };
  }

  async list({ withLocalizations, locale, signal }: ListOptions): Promise<Command[]> {
    const operation = `Listing the ${this.#scope} commands`;
    const path = withLocalizations ? withQuery(this.#path, { with_localizations: true }) : this.#path;
    const headers = locale && { "accept-language": locale, "x-discord-locale": locale };
    return this.#transport.read({ operation, method: "GET", path, headers, signal }, parseCommandList);
  }

  async get(id: Snowflake, { signal }: CallOptions): Promise<Command> {
    const operation = `Getting a ${this.#scope} command`;
    return this.#transport.read({ operation, method: "GET", path: this.#pathOf(id), signal }, parseCommand);
  }

  async create(body: Proven<object>, { signal }: CallOptions): Promise<Command> {
    return this.#transport.read(this.#write("create", this.#path, body, signal), parseCommand);
  }

  async edit(id: Snowflake, body: Proven<object>, { signal }: CallOptions): Promise<Command> {
    return this.#transport.read(this.#write("edit", this.#pathOf(id), body, signal), parseCommand);
  }

  async delete(id: Snowflake, { signal }: CallOptions): Promise<void> {
    const operation = `Deleting a ${this.#scope} command`;
    await this.#transport.call({ operation, method: "DELETE", path: this.#pathOf(id), signal });
  }

  async overwrite(commands: readonly Proven<object>[], { signal }: CallOptions): Promise<Command[]> {
    return this.#transport.read(this.#write("overwrite", this.#path, commands, signal), parseCommandList);
  }

  #write(kind: keyof typeof methods, path: ApiPath, body: object, signal: AbortSignal | undefined): Call {
    const operation = this.operations[kind];
    return { operation, method: methods[kind], path, body, hints: hintsFor([body].flat()), signal };
  }

  #pathOf(id: Snowflake): ApiPath {
    return below(this.#path)`/${id}`;
  }
}

const methods = { create: "POST", edit: "PATCH", overwrite: "PUT" } as const;

function isEntryPoint({ type, handler }: { readonly type?: unknown; readonly handler?: unknown }): boolean {
  return type === CommandType.PrimaryEntryPoint || (handler ?? null) !== null;
}

/** Only an application with Activities may have an entry point (Application Commands Interface, "Application command", `handler`). */
function hintsFor(commands: readonly object[]): Hints {
  if (!commands.some(isEntryPoint)) return {};
  const hint =
    "Correct the fields named in fieldErrors. An entry point requires Activities: enable them in the developer portal (Activities, Settings).";
  return { [JsonErrorCode.InvalidFormBody]: hint };
}

/** Loaded on first use, so programs that never register commands do not load it. */
export const loadPlanning: () => Promise<typeof planning> = loadOnce(() => import("./planning.ts"));
