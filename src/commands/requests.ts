import { type ApiPath, below, withQuery } from "../core/request/addresses.ts";
import type { CallOptions, ListOptions, Transport } from "../core/request/transport.ts";
import {
  parseCommand,
  parseCommandList,
  parseList,
  type Parser,
  parserOf,
} from "../core/request/response.ts";
import type { Call } from "../core/request/call.ts";
import type { Hints } from "../core/request/service-error.ts";
import { JsonErrorCode } from "../wire/error.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { type Command, CommandType, type GuildCommandPermissions } from "../wire/command.ts";
import type { PlanWarning } from "./plan/plan-types.ts";
import type { Proven } from "./rules/proven.ts";

export class CommandRequests {
  readonly #transport: Transport;
  readonly #path: ApiPath;
  readonly operations: Readonly<Record<"create" | "edit" | "overwrite", string>>;
  readonly #scope: "global" | "guild";

  constructor(transport: Transport, application: ApiPath, guildId: Snowflake | undefined) {
    this.#transport = transport;
    this.#path = commandsPath(application, guildId);
    const scope = guildId === undefined ? "global" : "guild";
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

export function commandsPath(application: ApiPath, guildId: Snowflake | undefined): ApiPath {
  return guildId === undefined
    ? below(application)`/commands`
    : below(application)`/guilds/${guildId}/commands`;
}

/** Only an application with Activities may have an entry point (Application Commands Interface, "Application command", `handler`). */
function hintsFor(commands: readonly { readonly type?: unknown; readonly handler?: unknown }[]): Hints {
  const needsActivities = commands.some(
    ({ type, handler }) => type === CommandType.PrimaryEntryPoint || (handler ?? null) !== null,
  );
  if (!needsActivities) return {};
  const hint =
    "Correct the fields named in fieldErrors. An entry point requires Activities: enable them in the developer portal (Activities, Settings).";
  return { [JsonErrorCode.InvalidFormBody]: hint };
}

export interface PermissionsInit {
  readonly transport: Transport;
  readonly application: ApiPath;
  readonly guildId: Snowflake;
  readonly allowUnknownFields?: boolean | undefined;
  readonly onWarning?: ((warning: PlanWarning) => void) | undefined;
}

export async function listPermissions(
  { transport, application, guildId }: PermissionsInit,
  { signal }: CallOptions,
): Promise<GuildCommandPermissions[]> {
  const operation = "Listing command permissions";
  const path = below(commandsPath(application, guildId))`/permissions`;
  const response = await transport.call({ operation, method: "GET", path, signal });
  return parseList(response, operation, isPermissions, "permissions");
}

export const parsePermissions: Parser<GuildCommandPermissions> = parserOf(isPermissions, "permissions");

function isPermissions(value: unknown): value is GuildCommandPermissions {
  const { id, permissions } = (value ?? {}) as { id?: unknown; permissions?: unknown };
  return typeof id === "string" && Array.isArray(permissions);
}
