import { refusal } from "../base/refusal.ts";
import { holds, readPermissions } from "../../commands/use/permission-bits.ts";
import type { Reader } from "../../core/check/readers.ts";
import * as wire from "../../wire/permission.ts";
import type { AuditLogChange } from "../../wire/audit-log-entry.ts";
import type { PermissionOverwrite, GuildCommandPermissions } from "../../wire/command.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { Recent } from "../base/recent.ts";

const write = (...names: readonly wire.PermissionName[]): string =>
  names.reduce((bits, name) => bits | wire.Permission[name], 0n).toString();

export const everyPermission: string = wire.allPermissionBits.toString();

export const ordinaryPermissions: string = write(
  "CreateInstantInvite",
  "AddReactions",
  "ViewChannel",
  "SendMessages",
  "EmbedLinks",
  "AttachFiles",
  "ReadMessageHistory",
  "UseExternalEmojis",
  "Connect",
  "Speak",
  "UseVad",
  "ChangeNickname",
  "UseApplicationCommands",
  "CreatePublicThreads",
  "SendMessagesInThreads",
  "UseEmbeddedActivities",
);

/** See Discord documentation, Interactions, "Interaction Object", `app_permissions`. */
export const directPermissions: Readonly<Record<"ofApplication" | "ofOthers", string>> = {
  ofApplication: write("EmbedLinks", "AttachFiles", "MentionEveryone", "UseExternalEmojis"),
  ofOthers: write("EmbedLinks", "AttachFiles", "MentionEveryone"),
};

/** Administrators have all permissions (Discord documentation, Permissions). */
export function joinPermissions(permissions: readonly string[]): string {
  const bits = permissions.reduce((joined, one) => joined | BigInt(one), 0n);
  return (bits & wire.Permission.Administrator) === 0n ? bits.toString() : everyPermission;
}

export function permits(permissions: string, permission: bigint): boolean {
  return holds(BigInt(permissions), permission);
}

export const permissionBits: Reader<string> = (value, name) => readPermissions(value, name).toString();

/** See Discord documentation, Audit Log resource, "Audit Log Change Exceptions". */
export function listPermissionChanges(
  before: readonly PermissionOverwrite[],
  after: readonly PermissionOverwrite[],
): readonly AuditLogChange[] {
  const keys = [...before, ...after].map(({ id, type }) => `${id} ${type}`);
  return [...new Set(keys)].flatMap((key) => {
    const [old, now] = [find(before, key), find(after, key)];
    if (old?.permission === now?.permission) return [];
    const [id = ""] = key.split(" ");
    return [{ key: id, ...(old && { old_value: old }), ...(now && { new_value: now }) }];
  });
}

function find(overwrites: readonly PermissionOverwrite[], key: string): PermissionOverwrite | undefined {
  return overwrites.find(({ id, type }) => `${id} ${type}` === key);
}

export class PermissionBook {
  readonly #applicationId: Snowflake;
  readonly #guilds = new Recent<Snowflake, Map<Snowflake, GuildCommandPermissions>>();

  constructor(applicationId: Snowflake) {
    this.#applicationId = applicationId;
  }

  list(guildId: Snowflake): GuildCommandPermissions[] {
    return [...(this.#guilds.get(guildId)?.values() ?? [])];
  }

  save(): GuildCommandPermissions[] {
    return [...this.#guilds.values()].flatMap((guild) => [...guild.values()]);
  }

  get(guildId: Snowflake, commandId: Snowflake): GuildCommandPermissions {
    const permissions = this.#guilds.get(guildId)?.get(commandId);
    if (permissions) return permissions;
    throw refusal("UnknownCommandPermissions");
  }

  set(
    guildId: Snowflake,
    commandId: Snowflake,
    overwrites: readonly PermissionOverwrite[],
  ): GuildCommandPermissions {
    const stored = {
      id: commandId,
      application_id: this.#applicationId,
      guild_id: guildId,
      permissions: overwrites.map(({ id, type, permission }) => ({ id, type, permission })),
    };
    const guild = this.#guilds.get(guildId) ?? new Map<Snowflake, GuildCommandPermissions>();
    this.#guilds.set(guildId, guild);
    if (overwrites.length === 0) guild.delete(commandId);
    else guild.set(commandId, stored);
    return stored;
  }

  erase(commandId: Snowflake): void {
    for (const guild of this.#guilds.values()) guild.delete(commandId);
  }
}
