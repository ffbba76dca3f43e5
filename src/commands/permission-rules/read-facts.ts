import { isSnowflake } from "../../core/check/readers.ts";
import { isClientError } from "../../core/errors.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import { type Command, type GuildCommandPermissions, PermissionType } from "../../wire/command.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import type { GuildMemberData } from "../../wire/guild.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { GuildEndpoints } from "../guild-endpoints.ts";
import type { GuildScope } from "../scope.ts";
import { allChannelsOf } from "../use/permission-bits.ts";
import { allCommands, type GuildFacts } from "./resolve.ts";
import type { CheckedRules } from "./rules.ts";

/** One guild, as the application and as its bot reach it. */
export interface GuildAccess {
  readonly applicationId: Snowflake;
  readonly guildId: Snowflake;
  readonly scope: GuildScope;
  readonly ofBot: GuildEndpoints;
  /** The application's global commands, which are read once for all guilds. */
  readonly globalCommands: readonly Command[];
}

/** Reads as much of a guild as rules need: channels and members only where something is about them. */
export async function readFacts(
  { applicationId, guildId, scope, ofBot, globalCommands }: GuildAccess,
  rules: readonly CheckedRules[],
  { signal }: CallOptions,
): Promise<GuildFacts> {
  const guild = await ofBot.get({ signal });
  const ownCommands = await scope.list({ signal });
  const permissions = await scope.permissions.list({ signal });
  const channels = needsChannels(rules, permissions, guildId) ? await ofBot.channels({ signal }) : [];
  const members = await readMembers(ofBot, rules, permissions, { signal });
  return {
    applicationId,
    guild,
    channels,
    members,
    commands: [...globalCommands, ...ownCommands],
    permissions,
  };
}

function needsChannels(
  all: readonly CheckedRules[],
  permissions: readonly GuildCommandPermissions[],
  guildId: Snowflake,
): boolean {
  const ruled = all.flatMap(({ rules }) => rules);
  if (ruled.some(({ kind, named }) => kind === "channel" && named !== allCommands)) return true;
  const overwrites = permissions.flatMap((one) => one.permissions);
  return overwrites.some(({ type, id }) => type === PermissionType.Channel && id !== allChannelsOf(guildId));
}

type Member = Omit<GuildMemberData, "guild_id">;

/** The members whom rules or overwrites are about. */
async function readMembers(
  ofBot: GuildEndpoints,
  all: readonly CheckedRules[],
  permissions: readonly GuildCommandPermissions[],
  options: CallOptions,
): Promise<Member[]> {
  const named = all.flatMap(({ rules }) =>
    rules.filter(({ kind }) => kind === "user").map((one) => one.named),
  );
  const overwritten = permissions
    .flatMap((one) => one.permissions)
    .filter(({ type }) => type === PermissionType.User)
    .map(({ id }) => id);
  const found = new Map<Snowflake, Member>();
  const keep = (members: readonly Member[]) => {
    for (const member of members) found.set(member.user.id, member);
  };
  for (const text of new Set([...named, ...overwritten])) {
    if (!isSnowflake(text)) keep(await ofBot.searchMembers(text, options));
    else if (!found.has(text)) keep(await readMember(ofBot, text, options));
  }
  return [...found.values()];
}

/** Nobody where the user is not in the guild: overwrites stay when somebody leaves. */
async function readMember(ofBot: GuildEndpoints, id: Snowflake, options: CallOptions): Promise<Member[]> {
  try {
    return [await ofBot.member(id, options)];
  } catch (error) {
    if (isClientError(error) && error.errorCode === JsonErrorCode.UnknownMember) return [];
    throw error;
  }
}
