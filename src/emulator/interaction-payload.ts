import { randomBytes } from "node:crypto";
import type { Snowflake } from "../snowflake.ts";
import { type Command, CommandType } from "../wire/command.ts";
import { OptionType } from "../wire/command-option.ts";
import type {
  CommandData,
  InteractionOption,
  InteractionPayload,
  InteractionType,
  ResolvedData,
  WireMember,
} from "../wire/interaction.ts";
import type { WireMessage } from "../wire/message.ts";
import { describePlayer } from "./api-user.ts";
import { createSnowflake } from "./new-id.ts";
import type { FoundPlace } from "./place.ts";
import type { Player } from "./players.ts";

/** Who does something, and where. */
export interface Envelope extends FoundPlace {
  readonly type: InteractionType;
}

/** What the payload of a command is made from. */
export interface Usage extends Envelope {
  readonly command: Command;
  readonly options: readonly InteractionOption[] | undefined;
  /** The player a USER command is used on, or the text of the message a MESSAGE command is used on. */
  readonly target: Player | string | undefined;
  /** Players by id, for options that name one. */
  readonly findPlayer: (id: string) => Player | undefined;
}

const permissions = "2251799813685247";

/** The payload of a command or autocomplete interaction (Application Commands Interface, "Interaction payload"). */
export function describeInteraction(usage: Usage): InteractionPayload {
  return { ...describeEnvelope(usage), data: describeData(usage) };
}

/** What every interaction says, apart from its data. */
export function describeEnvelope(envelope: Envelope): Omit<InteractionPayload, "data"> {
  const { type, applicationId, player, guildId, channelId } = envelope;
  const user = describePlayer(player);
  return {
    id: createSnowflake(),
    application_id: applicationId,
    type,
    token: randomBytes(48).toString("base64url"),
    version: 1,
    channel_id: channelId,
    channel: { id: channelId, type: guildId === undefined ? 1 : 0 },
    ...(guildId === undefined
      ? { user }
      : { guild_id: guildId, member: { user, ...describeMember() }, guild_locale: "en-US" }),
    locale: "en-US",
    app_permissions: permissions,
    context: guildId === undefined ? 1 : 0,
    authorizing_integration_owners: { "0": guildId ?? "0" },
    attachment_size_limit: 10_485_760,
    entitlements: [],
  };
}

function describeData(usage: Usage): CommandData {
  const { command, options, target } = usage;
  const resolved = resolve(usage);
  const message = typeof target === "string" ? createMessage(usage, target) : undefined;
  const targetId = message?.id ?? (typeof target === "object" ? target.id : undefined);
  return {
    id: command.id,
    name: command.name,
    type: command.type ?? CommandType.ChatInput,
    ...(command.guild_id !== undefined && { guild_id: command.guild_id }),
    ...(options && { options }),
    ...(targetId !== undefined && { target_id: targetId }),
    ...(message ? { resolved: { messages: { [message.id]: message } } } : resolved && { resolved }),
  };
}

/** The records behind the ids in the options. */
function resolve({ options = [], target, guildId, findPlayer }: Usage): ResolvedData | undefined {
  const filled = leaves(options);
  const valuesOf = (...types: OptionType[]) =>
    filled.filter(({ type }) => types.includes(type)).map(({ value }) => String(value));
  const named = valuesOf(OptionType.User, OptionType.Mentionable).flatMap((id) => findPlayer(id) ?? []);
  const players = typeof target === "object" ? [target, ...named] : named;
  const channels = valuesOf(OptionType.Channel).map((id) => ({
    id,
    type: 0 as const,
    name: "general",
    permissions,
  }));
  const roles = valuesOf(OptionType.Role).map((id) => ({ id, name: "Players", position: 1, permissions }));
  if (players.length + channels.length + roles.length === 0) return undefined;
  return {
    ...(players.length > 0 && { users: byId(players.map(describePlayer)) }),
    ...(players.length > 0 &&
      guildId !== undefined && {
        members: Object.fromEntries(players.map(({ id }) => [id, describeMember()])),
      }),
    ...(channels.length > 0 && { channels: byId(channels) }),
    ...(roles.length > 0 && { roles: byId(roles) }),
  };
}

function leaves(options: readonly InteractionOption[]): InteractionOption[] {
  return options.flatMap((option) => (option.options ? leaves(option.options) : [option]));
}

function byId<Item extends { readonly id: Snowflake }>(items: readonly Item[]): Record<Snowflake, Item> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}

function describeMember(): WireMember {
  return { roles: [], joined_at: "2026-01-01T00:00:00.000000+00:00", permissions, nick: null };
}

function createMessage({ channelId, player }: Usage, content: string): WireMessage {
  const timestamp = new Date().toISOString();
  const author = describePlayer(player);
  return {
    id: createSnowflake(),
    channel_id: channelId,
    author,
    content,
    timestamp,
    attachments: [],
    embeds: [],
  };
}
