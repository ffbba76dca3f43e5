import { isSnowflake } from "../../core/check/readers.ts";
import { isClientError } from "../../core/errors.ts";
import type { GuildMember } from "../../core/request/response.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import { type Command, type GuildCommandPermissions, PermissionType } from "../../wire/command.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { GuildScope } from "../scope.ts";
import { allChannelsOf } from "../use/permission-bits.ts";
import type { GuildReader } from "./guild-reader.ts";
import { allCommands, type GuildFacts } from "./resolve.ts";
import type { CheckedRules } from "./rules.ts";

export interface GuildAccess {
  readonly applicationId: Snowflake;
  readonly guildId: Snowflake;
  readonly scope: GuildScope;
  readonly ofBot: GuildReader;
  /** The application's global commands, read once for all guilds. */
  readonly globalCommands: readonly Command[];
}

/** Channels and members are read only if a rule or an overwrite refers to them. */
export async function readFacts(
  { applicationId, guildId, scope, ofBot, globalCommands }: GuildAccess,
  rules: readonly CheckedRules[],
  { signal }: CallOptions,
): Promise<GuildFacts> {
  const guild = await ofBot.guild();
  const ownCommands = await scope.list({ signal });
  const permissions = await scope.permissions.list({ signal });
  const channels = needsChannels(rules, permissions, guildId) ? await ofBot.channels() : [];
  const members = await readMembers(ofBot, rules, permissions);
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

async function readMembers(
  ofBot: GuildReader,
  all: readonly CheckedRules[],
  permissions: readonly GuildCommandPermissions[],
): Promise<GuildMember[]> {
  const named = all.flatMap(({ rules }) =>
    rules.filter(({ kind }) => kind === "user").map((one) => one.named),
  );
  const overwritten = permissions
    .flatMap((one) => one.permissions)
    .filter(({ type }) => type === PermissionType.User)
    .map(({ id }) => id);
  const found = new Map<Snowflake, GuildMember>();
  const keep = (members: readonly GuildMember[]) => {
    for (const member of members) found.set(member.user.id, member);
  };
  for (const text of new Set([...named, ...overwritten])) {
    if (!isSnowflake(text)) keep(await ofBot.searchMembers(text));
    else if (!found.has(text)) keep(await readMember(ofBot, text));
  }
  return [...found.values()];
}

/** Overwrites remain after a member leaves the guild. */
async function readMember(ofBot: GuildReader, id: Snowflake): Promise<GuildMember[]> {
  try {
    return [await ofBot.member(id)];
  } catch (error) {
    if (isClientError(error) && error.errorCode === JsonErrorCode.UnknownMember) return [];
    throw error;
  }
}
