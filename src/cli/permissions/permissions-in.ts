import type { GuildChannel, GuildData } from "slashpass/api";
import { Permission } from "slashpass/commands";

/** Somebody, or anybody with some roles. */
export interface Somebody {
  readonly userId?: string;
  /** Beside `@everyone`. */
  readonly roles: readonly string[];
}

const everything = (1n << 64n) - 1n;

/**
 * What somebody may do in a guild, or in a channel of it, as bits (Discord documentation, Permissions, "Permission
 * Overwrites").
 */
export function permissionsIn(
  guild: GuildData,
  { userId, roles }: Somebody,
  channel: GuildChannel | undefined,
): bigint {
  if (userId === guild.owner_id) return everything;
  const held = guild.roles.filter(({ id }) => id === guild.id || roles.includes(id));
  const base = held.reduce((bits, { permissions }) => bits | BigInt(permissions), 0n);
  if ((base & Permission.Administrator) !== 0n) return everything;
  const overwrites = channel?.permission_overwrites ?? [];
  // Each step is above the one before: everyone, the roles together, the member.
  const steps = [
    overwrites.filter(({ id }) => id === guild.id),
    overwrites.filter(({ id, type }) => type === 0 && id !== guild.id && roles.includes(id)),
    overwrites.filter(({ id, type }) => type === 1 && id === userId),
  ];
  return steps.reduce((bits, step) => {
    const denied = step.reduce((all, { deny }) => all | BigInt(deny), 0n);
    const allowed = step.reduce((all, { allow }) => all | BigInt(allow), 0n);
    return (bits & ~denied) | allowed;
  }, base);
}
