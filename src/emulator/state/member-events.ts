import { AuditLogAction, type AuditLogChange } from "../../wire/audit-log-entry.ts";
import { describeGuildMember } from "./described-guild.ts";
import { tellAuditLog } from "./audit-log.ts";
import type { Guild, Member, MemberListener } from "./guild.ts";
import type { Happenings } from "./happenings.ts";
import { describePlayer } from "./players.ts";

/**
 * Tells applications of the members of their guilds. The changes are made in the name of the guild's owner.
 *
 * @param now - milliseconds since 1970.
 */
export function createMemberListener(happenings: Happenings, now: () => number): MemberListener {
  const applicationId = undefined;
  return {
    joined: (guild, member) =>
      happenings.tell({ name: "GUILD_MEMBER_ADD", data: describeIn(guild, member), applicationId }),
    left: ({ id }, { player }) => {
      const data = { guild_id: id, user: describePlayer(player) };
      happenings.tell({ name: "GUILD_MEMBER_REMOVE", data, applicationId });
    },
    changed: (guild, member, before) => {
      happenings.tell({ name: "GUILD_MEMBER_UPDATE", data: describeIn(guild, member), applicationId });
      const entry = { guildId: guild.id, userId: guild.ownerId, targetId: member.player.id };
      const renamed = listRenaming(member, before);
      if (renamed.length > 0)
        tellAuditLog(happenings, now(), { ...entry, action: AuditLogAction.MemberUpdate, changes: renamed });
      const roles = listRoleChanges(guild, member, before);
      if (roles.length > 0)
        tellAuditLog(happenings, now(), {
          ...entry,
          action: AuditLogAction.MemberRoleUpdate,
          changes: roles,
        });
    },
  };
}

function describeIn({ id }: Guild, member: Member) {
  return { guild_id: id, ...describeGuildMember(member) };
}

/** An absent field has no value. */
function listRenaming({ nick }: Member, before: Member): AuditLogChange[] {
  if (nick === before.nick) return [];
  return [
    {
      key: "nick",
      ...(before.nick !== null && { old_value: before.nick }),
      ...(nick !== null && { new_value: nick }),
    },
  ];
}

function listRoleChanges({ roles }: Guild, member: Member, before: Member): AuditLogChange[] {
  const beyond = (one: Member, other: Member) =>
    roles
      .filter(({ id }) => one.roles.includes(id) && !other.roles.includes(id))
      .map(({ id, name }) => ({ id, name }));
  return [
    { key: "$add", new_value: beyond(member, before) },
    { key: "$remove", new_value: beyond(before, member) },
  ].filter((change) => change.new_value.length > 0);
}
