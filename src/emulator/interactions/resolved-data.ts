import type { Snowflake } from "../../snowflake.ts";
import type { Command } from "../../wire/command.ts";
import type { ChannelType, CommandOption, OptionType } from "../../wire/command-option.ts";
import type { InteractionOption, ResolvedData, WireMember } from "../../wire/interaction.ts";
import { type OptionTraits, optionTraits } from "../../wire/option-traits.ts";
import { describePlayer, type Player } from "../world/players.ts";

/** What the ids in the options of a command stand for. */
export interface IdUsage {
  readonly command: Command;
  readonly guildId: Snowflake | undefined;
  readonly options: readonly InteractionOption[] | undefined;
  /** The player a USER command is used on, or something else that is not in `users`. */
  readonly target: Player | string | undefined;
  /** Players by id, for options that name one. */
  readonly findPlayer: (id: string) => Player | undefined;
}

/** The permissions of everybody, everywhere. */
export const permissions = "2251799813685247";

/** The records behind the ids in the options: any id is a channel, role or file here; users are players. */
export function resolveOptions(usage: IdUsage): ResolvedData | undefined {
  const { command, options = [], target, guildId, findPlayer } = usage;
  const filled = pair(options, command.options ?? []);
  const of = (kind: OptionTraits["resolved"][number]) =>
    filled.filter(({ type }) => optionTraits[type].resolved.includes(kind));
  const named = of("users").flatMap(({ id }) => findPlayer(id) ?? []);
  const players = typeof target === "object" ? [target, ...named] : named;
  const roles = of("roles").filter(
    ({ type, id }) => !optionTraits[type].resolved.includes("users") || !findPlayer(id),
  );
  const resolved = {
    users: byId(players.map(describePlayer)),
    ...(guildId !== undefined && {
      members: Object.fromEntries(players.map(({ id }) => [id, describeMember()])),
    }),
    channels: byId(
      of("channels").map(({ id, channelType: type }) => ({ id, type, name: "general", permissions })),
    ),
    roles: byId(roles.map(({ id }) => ({ id, ...role }))),
    attachments: byId(of("attachments").map(({ id }) => ({ id, ...file }))),
  };
  const used = Object.entries(resolved).filter(([, records]) => Object.keys(records).length > 0);
  return used.length > 0 ? Object.fromEntries(used) : undefined;
}

/** A member of the guild, without the user. */
export function describeMember(): WireMember {
  return member;
}

const member = {
  roles: [],
  joined_at: "2026-01-01T00:00:00.000000+00:00",
  permissions,
  nick: null,
  avatar: null,
  banner: null,
  communication_disabled_until: null,
  premium_since: null,
  pending: false,
  flags: 0,
};

const role = {
  name: "Players",
  position: 1,
  permissions,
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  managed: false,
  mentionable: false,
  icon: null,
  unicode_emoji: null,
  flags: 0,
};

const file = {
  filename: "file.png",
  size: 4,
  url: "https://cdn.example/file.png",
  proxy_url: "https://media.example/file.png",
  content_type: "image/png",
};

interface FilledId {
  readonly type: OptionType;
  readonly id: string;
  readonly channelType: ChannelType;
}

/** The filled options that hold values, each with the channel type that its definition asks for. */
function pair(filled: readonly InteractionOption[], definitions: readonly CommandOption[]): FilledId[] {
  return filled.flatMap(({ name, type, value, options }) => {
    const definition = definitions.find((one) => one.name === name);
    const below = definition && "options" in definition ? definition.options : undefined;
    if (options) return pair(options, below ?? []);
    const channelTypes = definition && "channel_types" in definition ? definition.channel_types : undefined;
    return [{ type, id: String(value), channelType: channelTypes?.[0] ?? 0 }];
  });
}

function byId<Item extends { readonly id: Snowflake }>(items: readonly Item[]): Record<Snowflake, Item> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}
