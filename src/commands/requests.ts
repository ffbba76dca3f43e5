import { type ApiPath, below, withQuery } from "../core/request/addresses.ts";
import { type CallOptions, type ListOptions, callFields } from "../core/request/client-options.ts";
import { parseCommand, parseCommandList } from "../core/request/response.ts";
import type { Transport } from "../core/request/transport.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { Command } from "../wire/command.ts";
import type { Proven } from "./rules/proven.ts";
import { fields, type Table } from "../core/check/fields.ts";
import { type Reader, callable, flag, oneOf, optional } from "../core/check/readers.ts";
import { locales } from "../wire/locale.ts";
import type { ApplyOptions, PermissionLoss, Permit, PlanOptions } from "./plan/plan-types.ts";
import { planFields, readGuildIds, readPermits } from "./plan/plan-input.ts";
import { readReport } from "./plan/plan-commands.ts";
import { loadOnce } from "../core/lazy.ts";
import type * as planning from "./planning.ts";

/** The requests for the commands of a scope. What is written has been checked. */
export class CommandRequests {
  readonly #transport: Transport;
  readonly #path: ApiPath;
  /** What each does, for error messages. */
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
    const answer = await this.#transport.call({
      operation,
      method: "GET",
      path: withLocalizations ? withQuery(this.#path, { with_localizations: true }) : this.#path,
      headers: locale && { "accept-language": locale, "x-discord-locale": locale },
      signal,
    });
    return parseCommandList(answer, operation);
  }

  async get(id: Snowflake, { signal }: CallOptions): Promise<Command> {
    const operation = `Getting a ${this.#scope} command`;
    const call = { operation, method: "GET", path: this.#pathOf(id), signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  async create(body: Proven<object>, { signal }: CallOptions): Promise<Command> {
    const operation = this.operations.create;
    const call = { operation, method: "POST", path: this.#path, body, signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  async edit(id: Snowflake, body: Proven<object>, { signal }: CallOptions): Promise<Command> {
    const operation = this.operations.edit;
    const call = { operation, method: "PATCH", path: this.#pathOf(id), body, signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  async delete(id: Snowflake, { signal }: CallOptions): Promise<void> {
    const operation = `Deleting a ${this.#scope} command`;
    await this.#transport.call({ operation, method: "DELETE", path: this.#pathOf(id), signal });
  }

  async overwrite(commands: readonly Proven<object>[], { signal }: CallOptions): Promise<Command[]> {
    const operation = this.operations.overwrite;
    const call = { operation, method: "PUT", path: this.#path, body: commands, signal } as const;
    return parseCommandList(await this.#transport.call(call), operation);
  }

  #pathOf(id: Snowflake): ApiPath {
    return below(this.#path)`/${id}`;
  }
}

const lossFields: Table<PermissionLoss> = { allowPermissionLoss: optional(flag) };

const applyFields: Table<ApplyOptions> = {
  ...callFields,
  ...lossFields,
  onProgress: optional(callable()),
  resume: optional(readReport),
};

const editFields: Table<Checked<EditOptions>> = {
  ...callFields,
  ...lossFields,
  guildIds: optional(readGuildIds),
};

/** What a list takes. */
export const readListOptions: Reader<ListOptions> = fields<ListOptions>({
  ...callFields,
  withLocalizations: optional(flag),
  locale: optional(oneOf(locales)),
});

/** What an edit takes. */
export const readEditOptions: Reader<Checked<EditOptions>> = fields<Checked<EditOptions>>(editFields);

/** What an overwrite takes. */
export const readOverwriteOptions: Reader<Checked<OverwriteOptions>> = fields<Checked<OverwriteOptions>>({
  ...editFields,
  allow: readPermits,
});

/** What making a plan takes. */
export const readScopePlanOptions: Reader<Checked<ScopePlanOptions>> = fields<Checked<ScopePlanOptions>>({
  ...callFields,
  ...planFields,
});

/** What carrying out a plan takes. */
export const readApplyOptions: Reader<ApplyOptions> = fields<ApplyOptions>(applyFields);

/** What both at once take. */
export const readSyncOptions: Reader<Checked<ScopePlanOptions> & ApplyOptions> = fields<
  Checked<ScopePlanOptions> & ApplyOptions
>({
  ...applyFields,
  ...planFields,
});

/** Options as they were read: with ids as they are sent. */
type Checked<Options extends PermissionGuilds> = Omit<Options, "guildIds"> & {
  readonly guildIds?: readonly Snowflake[] | undefined;
};

/** The rules, plans and rollouts: a game whose client never registers a command does not read them. */
export const loadPlanning: () => Promise<typeof planning> = loadOnce(() => import("./planning.ts"));

/** In which guilds the permissions of renamed global commands are kept. */
export interface PermissionGuilds {
  /**
   * For the global scope: the guilds in which the permissions of renamed commands are kept. Default: the bot's guilds, where
   * the client has a `botToken`. In the others they are erased unseen.
   */
  readonly guildIds?: readonly SnowflakeInput[] | undefined;
}

/** How a command is edited. */
export interface EditOptions extends CallOptions, PermissionLoss, PermissionGuilds {}

/** How a scope's plan is made. */
export type ScopePlanOptions = CallOptions &
  PermissionGuilds &
  Pick<PlanOptions, "allow" | "createsUsed" | "applicationInstalls">;

/** How a scope is overwritten. */
export interface OverwriteOptions extends EditOptions {
  /** What is never done by accident. Default none. */
  readonly allow?: readonly Permit[] | undefined;
}
