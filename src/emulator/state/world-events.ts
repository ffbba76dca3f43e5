import type { Snowflake } from "../../wire/snowflake.ts";
import type { WebhookEventData } from "../../wire/webhook-event.ts";
import { Listeners, createSnowflake } from "../base/recent.ts";
import { AuditLogAction, type AuditLogChange, type AuditLogOptions } from "../../wire/audit-log-entry.ts";
import { describeGuildMember } from "./descriptions.ts";
import type { Guild, Member, MemberListener } from "./guild.ts";
import { describePlayer } from "./players.ts";
import type { GatewayEventData } from "../../wire/gateway.ts";

/** The data of the events that applications receive, keyed by event name. @stable */
export type WorldEventData = GatewayEventData & WebhookEventData;

/** The name of a gateway dispatch or webhook event. @stable */
export type WorldEventName = keyof WorldEventData;

export type WorldEvent<Name extends WorldEventName = WorldEventName> = {
  readonly [Each in Name]: {
    readonly name: Each;
    readonly data: WorldEventData[Each];
    /** The only application that receives the event. By default, every application in the guild receives it. */
    readonly applicationId: Snowflake | undefined;
  };
}[Name];

export class WorldEvents extends Listeners<WorldEvent> {}

/** In the audit log, changes are attributed to the guild's owner. */
export function createMemberListener(worldEvents: WorldEvents, now: () => number): MemberListener {
  const applicationId = undefined;
  return {
    joined: (guild, member) =>
      worldEvents.emit({ name: "GUILD_MEMBER_ADD", data: describeIn(guild, member), applicationId }),
    left: ({ id }, { player }) => {
      const data = { guild_id: id, user: describePlayer(player) };
      worldEvents.emit({ name: "GUILD_MEMBER_REMOVE", data, applicationId });
    },
    changed: (guild, member, before) => {
      worldEvents.emit({ name: "GUILD_MEMBER_UPDATE", data: describeIn(guild, member), applicationId });
      const entry = { guildId: guild.id, userId: guild.ownerId, targetId: member.player.id };
      const done = [
        { action: AuditLogAction.MemberUpdate, changes: listRenaming(member, before) },
        { action: AuditLogAction.MemberRoleUpdate, changes: listRoleChanges(guild, member, before) },
      ];
      for (const one of done)
        if (one.changes.length > 0) emitAuditLogEntry(worldEvents, now(), { ...entry, ...one });
    },
  };
}

function describeIn({ id }: Guild, member: Member) {
  return { guild_id: id, ...describeGuildMember(member) };
}

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
  const beyond = (entry: Member, other: Member) =>
    roles
      .filter(({ id }) => entry.roles.includes(id) && !other.roles.includes(id))
      .map(({ id, name }) => ({ id, name }));
  return [
    { key: "$add", new_value: beyond(member, before) },
    { key: "$remove", new_value: beyond(before, member) },
  ].filter((change) => change.new_value.length > 0);
}

interface AuditLogDraft {
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
  readonly targetId: Snowflake;
  readonly action: (typeof AuditLogAction)[keyof typeof AuditLogAction];
  readonly changes: readonly AuditLogChange[];
  readonly options?: AuditLogOptions;
}

export function emitAuditLogEntry(worldEvents: WorldEvents, now: number, draft: AuditLogDraft): void {
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
  worldEvents.emit({ name: "GUILD_AUDIT_LOG_ENTRY_CREATE", data, applicationId: undefined });
}
