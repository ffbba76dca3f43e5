import type { Snowflake } from "../../wire/snowflake.ts";
import type { WebhookEventData } from "../../wire/webhook-event.ts";
import { Listeners, createSnowflake } from "../base/recent.ts";
import { AuditLogAction, type AuditLogChange, type AuditLogOptions } from "../../wire/audit-log-entry.ts";
import { describeGuildMember } from "./described-guild.ts";
import type { Guild, Member, MemberListener } from "./guild.ts";
import { describePlayer } from "./players.ts";
import type { GatewayEventData } from "../../wire/gateway.ts";

/** Everything the service tells of by itself: some over the gateway, some to the events URL, some both ways. */
export type WorldEventData = GatewayEventData & WebhookEventData;

/** The name of something that applications are told of: of a dispatch, or a webhook event. */
export type WorldEventName = keyof WorldEventData;

/** Something happened in the world that applications are told of. */
export type WorldEvent<Name extends WorldEventName = WorldEventName> = {
  readonly [Each in Name]: {
    readonly name: Each;
    readonly data: WorldEventData[Each];
    /** The only application that is told; undefined: every application in the guild that `data` names. */
    readonly applicationId: Snowflake | undefined;
  };
}[Name];

/** The channel on which the world reports events: the gateway and the sender of webhook events listen, and take their own. */
export class WorldEvents extends Listeners<WorldEvent> {}

/**
 * Tells applications of the members of their guilds. The changes are made in the name of the guild's owner.
 *
 * @param now - milliseconds since 1970.
 */
export function createMemberListener(worldEvents: WorldEvents, now: () => number): MemberListener {
  const applicationId = undefined;
  return {
    joined: (guild, member) =>
      worldEvents.tell({ name: "GUILD_MEMBER_ADD", data: describeIn(guild, member), applicationId }),
    left: ({ id }, { player }) => {
      const data = { guild_id: id, user: describePlayer(player) };
      worldEvents.tell({ name: "GUILD_MEMBER_REMOVE", data, applicationId });
    },
    changed: (guild, member, before) => {
      worldEvents.tell({ name: "GUILD_MEMBER_UPDATE", data: describeIn(guild, member), applicationId });
      const entry = { guildId: guild.id, userId: guild.ownerId, targetId: member.player.id };
      const done = [
        { action: AuditLogAction.MemberUpdate, changes: listRenaming(member, before) },
        { action: AuditLogAction.MemberRoleUpdate, changes: listRoleChanges(guild, member, before) },
      ];
      for (const one of done)
        if (one.changes.length > 0) tellAuditLog(worldEvents, now(), { ...entry, ...one });
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

/** An entry of a guild's audit log: the action, its user and its target. */
interface AuditLogDraft {
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
  readonly targetId: Snowflake;
  readonly action: (typeof AuditLogAction)[keyof typeof AuditLogAction];
  readonly changes: readonly AuditLogChange[];
  readonly options?: AuditLogOptions;
}

/**
 * Tells the applications that may view the audit log of a new entry.
 *
 * @param now - milliseconds since 1970.
 */
export function tellAuditLog(worldEvents: WorldEvents, now: number, draft: AuditLogDraft): void {
  const { guildId, userId, targetId, action, changes, options } = draft;
  const data = {
    id: createSnowflake(now),
    guild_id: guildId,
    user_id: userId,
    target_id: targetId,
    action_type: action,
    changes,
    ...(options && { options }),
  };
  worldEvents.tell({ name: "GUILD_AUDIT_LOG_ENTRY_CREATE", data, applicationId: undefined });
}
