import { type ApiPath, below } from "../core/request/addresses.ts";
import { parseSnowflake } from "../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { parseList, parserOf } from "../core/request/response.ts";
import { type CallOptions, readCallOptions, type Transport } from "../core/request/transport.ts";
import type { UserAccess } from "../core/request/user-access.ts";
import { inspectAs } from "../core/printing.ts";
import { loadPlanning } from "./requests.ts";
import type { PlanWarning } from "./plan/plan-types.ts";
import { takeCommands } from "./rules/input.ts";
import type { GuildCommandPermissions, PermissionOverwrite } from "../wire/command.ts";
import { JsonErrorCode } from "../wire/error.ts";

export const editing: UserAccess = {
  scope: "applications.commands.permissions.update",
  user: "a user who manages the guild and its roles",
};

const hints = {
  [JsonErrorCode.MissingPermissions]:
    "The user must manage the guild and its roles, be able to use the command, and manage the roles, users and channels " +
    "that the overwrites name. Sign in with an account that has these permissions.",
};

export interface PermissionsInit {
  readonly transport: Transport;
  readonly application: ApiPath;
  readonly guildId: Snowflake;
  readonly allowUnknownFields?: boolean | undefined;
  readonly onWarning?: ((warning: PlanWarning) => void) | undefined;
}

/** Returns the path of a guild's commands, or of the global commands without a guild. */
export function commandsPath(application: ApiPath, guildId: Snowflake | undefined): ApiPath {
  return guildId === undefined
    ? below(application)`/commands`
    : below(application)`/guilds/${guildId}/commands`;
}

/** The permissions of commands in one guild (Discord documentation, Application Commands, "Permissions"). */
export class CommandPermissions {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;
  readonly #rules: Pick<PermissionsInit, "guildId" | "allowUnknownFields">;
  readonly #onWarning: PermissionsInit["onWarning"];

  /** @internal Created by the guild's scope. */
  constructor({ transport, application, guildId, allowUnknownFields, onWarning }: PermissionsInit) {
    this.#transport = transport;
    this.#path = commandsPath(application, guildId);
    this.#rules = { guildId, allowUnknownFields };
    this.#onWarning = onWarning;
  }

  /** Lists the overwrites of the application and its commands. */
  async list(options: CallOptions = {}): Promise<GuildCommandPermissions[]> {
    const { signal } = readCallOptions(options, "options");
    const operation = "Listing command permissions";
    const path = below(this.#path)`/permissions`;
    const answer = await this.#transport.call({ operation, method: "GET", path, signal });
    return parseList(answer, operation, isPermissions, "permissions");
  }

  /**
   * Returns the overwrites of one command, or of the application by its id.
   *
   * @throws ApiError `unknown_permissions` if there are no overwrites.
   */
  async get(commandId: SnowflakeInput, options: CallOptions = {}): Promise<GuildCommandPermissions> {
    const { signal } = readCallOptions(options, "options");
    const operation = "Getting command permissions";
    const path = this.#pathOf(commandId);
    return this.#transport.read({ operation, method: "GET", path, signal }, parseGuildPermissions);
  }

  /**
   * Replaces all overwrites of one command, or of the application by its id. Requires a `userToken` with the scope
   * `applications.commands.permissions.update`, of a user who manages the guild and its roles, can use the command, and manages
   * the roles, users and channels of the overwrites.
   *
   * @throws ClientError `missing_credential`, or ApiError `invalid_command` for invalid overwrites, before anything is sent;
   *   ApiError `missing_permissions`.
   */
  async edit(
    commandId: SnowflakeInput,
    permissions: readonly PermissionOverwrite[],
    options: CallOptions = {},
  ): Promise<GuildCommandPermissions> {
    const { signal } = readCallOptions(options, "options");
    const operation = "Editing command permissions";
    const path = this.#pathOf(commandId);
    const taken = takeCommands(permissions);
    const { checkedOverwrites, warningOf } = await loadPlanning();
    const { proven, warnings } = checkedOverwrites(taken, this.#rules, operation);
    for (const finding of warnings) this.#onWarning?.(warningOf(finding));
    const body = { permissions: proven };
    const call = { operation, method: "PUT", path, body, access: editing, hints, signal } as const;
    return this.#transport.read(call, parseGuildPermissions);
  }

  #pathOf(commandId: SnowflakeInput): ApiPath {
    return below(this.#path)`/${parseSnowflake(commandId, "commandId")}/permissions`;
  }
}

const parseGuildPermissions = parserOf(isPermissions, "permissions");

function isPermissions(value: unknown): value is GuildCommandPermissions {
  const { id, permissions } = (value ?? {}) as { id?: unknown; permissions?: unknown };
  return typeof id === "string" && Array.isArray(permissions);
}
