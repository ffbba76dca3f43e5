import type { Snowflake } from "../../wire/snowflake.ts";
import type { GuildCommandPermissions, PermissionOverwrite } from "../../wire/command-permission.ts";
import { Recent } from "../base/recent.ts";
import { Refusal } from "../base/refusal.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";

/** The permission overwrites of one application's commands. */
export class PermissionBook {
  readonly #applicationId: Snowflake;
  readonly #guilds = new Recent<Snowflake, Map<Snowflake, GuildCommandPermissions>>();

  constructor(applicationId: Snowflake) {
    this.#applicationId = applicationId;
  }

  /** Of every command that has overwrites in the guild. */
  list(guildId: Snowflake): GuildCommandPermissions[] {
    return [...(this.#guilds.get(guildId)?.values() ?? [])];
  }

  /** All of them, of every guild. */
  save(): GuildCommandPermissions[] {
    return [...this.#guilds.values()].flatMap((guild) => [...guild.values()]);
  }

  /** @throws Refusal 10066 for a command without overwrites in the guild. */
  get(guildId: Snowflake, commandId: Snowflake): GuildCommandPermissions {
    const permissions = this.#guilds.get(guildId)?.get(commandId);
    if (permissions) return permissions;
    throw new Refusal(
      404,
      JsonErrorCode.UnknownCommandPermissions,
      "Unknown application command permissions",
    );
  }

  /** Replaces the overwrites of a command. */
  set(
    guildId: Snowflake,
    commandId: Snowflake,
    overwrites: readonly PermissionOverwrite[],
  ): GuildCommandPermissions {
    const kept = {
      id: commandId,
      application_id: this.#applicationId,
      guild_id: guildId,
      permissions: overwrites.map(({ id, type, permission }) => ({ id, type, permission })),
    };
    const guild = this.#guilds.get(guildId) ?? new Map<Snowflake, GuildCommandPermissions>();
    this.#guilds.set(guildId, guild);
    if (overwrites.length === 0) guild.delete(commandId);
    else guild.set(commandId, kept);
    return kept;
  }

  /** Forgets those of a command in every guild: it was renamed or deleted. */
  erase(commandId: Snowflake): void {
    for (const guild of this.#guilds.values()) guild.delete(commandId);
  }
}
