import { type PermissionOverwrite, PermissionType } from "../../wire/command.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { allCommands, type GuildFacts, resolveRules, userOf } from "./resolve.ts";
import type { CheckedRules } from "./rules.ts";
import type { NamedOverwrite, PermissionsPlan, PlannedPermissions } from "./types.ts";
import { useChanges } from "./uses.ts";

export function planGuild(
  rules: readonly CheckedRules[],
  facts: GuildFacts,
  digest: string,
): PermissionsPlan {
  const { guild, permissions } = facts;
  const desired = resolveRules(rules, facts);
  const live = new Map(permissions.map((one) => [one.id, one.permissions]));
  const nameOf = namesIn(facts);
  const all = desired.map(({ id, name, overwrites }): PlannedPermissions => {
    const before = (live.get(id) ?? []).map((one) => ({ ...one, ...nameOf(one) }));
    return { id, name, before, after: overwrites };
  });
  const edits = all.filter(({ before, after }) => !isSameSet(before, after));
  return {
    guildId: guild.id,
    guildName: guild.name,
    edits,
    uses: useChanges(edits, facts),
    unchanged: all.filter((one) => !edits.includes(one)).map(({ name }) => name),
    kept: permissions
      .filter((one) => one.permissions.length > 0 && !desired.some(({ id }) => id === one.id))
      .map(({ id }) => nameOfSubject(id, facts)),
    digest,
  };
}

/** Ignores the order, because the service reorders overwrites. */
export function isSameSet(
  one: readonly PermissionOverwrite[],
  other: readonly PermissionOverwrite[],
): boolean {
  const keys = new Set(one.map(keyOf));
  return one.length === other.length && other.every((overwrite) => keys.has(keyOf(overwrite)));
}

function keyOf({ id, type, permission }: PermissionOverwrite): string {
  return `${type} ${id} ${permission}`;
}

function nameOfSubject(id: Snowflake, { applicationId, commands }: GuildFacts): string {
  return id === applicationId ? allCommands : (commands.find((one) => one.id === id)?.name ?? id);
}

type NameField = Pick<NamedOverwrite, "name">;

function namesIn({ guild, channels, members }: GuildFacts): (overwrite: PermissionOverwrite) => NameField {
  const names = {
    [PermissionType.Role]: guild.roles.filter(({ id }) => id !== guild.id),
    [PermissionType.User]: members.map(userOf),
    [PermissionType.Channel]: channels,
  } as const;
  return ({ id, type }) => {
    const name = names[type].find((one) => one.id === id)?.name ?? undefined;
    return name === undefined ? {} : { name };
  };
}
