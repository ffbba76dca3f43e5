import { isSnowflake } from "../../core/check/readers.ts";
import { isClientError } from "../../core/errors.ts";
import {
  type GuildMember,
  parseChannels,
  parseGuild,
  parseMember,
  parseMembers,
  type Parser,
} from "../../core/request/response.ts";
import type { CallOptions, Transport } from "../../core/request/transport.ts";
import {
  type Command,
  type GuildCommandPermissions,
  type PermissionOverwrite,
  PermissionType,
} from "../../wire/command.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { allChannelsOf } from "../use/permission-bits.ts";
import { allCommands, type GuildFacts } from "./resolve.ts";
import type { CheckedRules } from "./rules.ts";
import { apiPath, below, withQuery, type ApiPath } from "../../core/request/addresses.ts";
import type { GuildChannel, GuildData } from "../../wire/guild.ts";
import { pageSizes } from "../../wire/limits.ts";

/** A guild's commands and all command permissions in the guild. */
export interface GuildCommands {
  list(options: CallOptions): Promise<readonly Command[]>;
  readonly permissions: {
    list(options: CallOptions): Promise<readonly GuildCommandPermissions[]>;
    edit(
      commandId: Snowflake,
      permissions: readonly PermissionOverwrite[],
      options: CallOptions,
    ): Promise<unknown>;
  };
}

interface GuildAccess {
  readonly applicationId: Snowflake;
  readonly guildId: Snowflake;
  readonly commands: GuildCommands;
  readonly reader: GuildReader;
  readonly globalCommands: readonly Command[];
}

/** Channels and members are read only if a rule or an overwrite refers to them. */
export async function readFacts(
  { applicationId, guildId, commands: own, reader, globalCommands }: GuildAccess,
  rules: readonly CheckedRules[],
  { signal }: CallOptions,
): Promise<GuildFacts> {
  const guild = await reader.guild();
  const ownCommands = await own.list({ signal });
  const permissions = await own.permissions.list({ signal });
  const channels = needsChannels(rules, permissions, guildId) ? await reader.channels() : [];
  const members = await readMembers(reader, rules, permissions);
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
  reader: GuildReader,
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
    if (!isSnowflake(text)) keep(await reader.searchMembers(text));
    else if (!found.has(text)) keep(await readMember(reader, text));
  }
  return [...found.values()];
}

/** A member's overwrites remain after the member leaves the guild. */
async function readMember(reader: GuildReader, id: Snowflake): Promise<GuildMember[]> {
  try {
    return [await reader.member(id)];
  } catch (error) {
    if (isClientError(error) && error.errorCode === JsonErrorCode.UnknownMember) return [];
    throw error;
  }
}

/** Separate from `ApiClient`, which planning should not load. */
export class GuildReader {
  readonly #transport: Transport;
  readonly #path: ApiPath;
  readonly #options: CallOptions;

  constructor(transport: Transport, guildId: Snowflake, options: CallOptions) {
    this.#transport = transport;
    this.#path = apiPath`/guilds/${guildId}`;
    this.#options = options;
  }

  /** Discord documentation, Guild, "Get Guild". */
  guild(): Promise<GuildData> {
    return this.#read("Getting a guild", this.#path, parseGuild);
  }

  /** Discord documentation, Guild, "Get Guild Channels". */
  channels(): Promise<GuildChannel[]> {
    return this.#read("Listing a guild's channels", below(this.#path)`/channels`, parseChannels);
  }

  /** Discord documentation, Guild, "Get Guild Member". */
  member(userId: Snowflake): Promise<GuildMember> {
    return this.#read("Getting a guild member", below(this.#path)`/members/${userId}`, parseMember);
  }

  /** Matches usernames and nicknames by prefix (Discord documentation, Guild, "Search Guild Members"). */
  searchMembers(text: string): Promise<GuildMember[]> {
    const path = withQuery(below(this.#path)`/members/search`, { query: text, limit: pageSizes.members });
    return this.#read("Searching a guild's members", path, parseMembers);
  }

  #read<T>(operation: string, path: ApiPath, parse: Parser<T>): Promise<T> {
    return this.#transport.read({ operation, method: "GET", path, access: "bot", ...this.#options }, parse);
  }
}
