import { validationError } from "../../core/errors.ts";
import { InteractionContext } from "../../wire/command.ts";
import { ChannelType } from "../../wire/command-option.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Channel } from "../state/channels.ts";
import type { Guild, Member } from "../state/guild.ts";
import type { Player } from "../state/players.ts";
import type { World } from "../state/world.ts";
import { findNamed } from "./find-named.ts";
import { LoadedCommands } from "./loaded-commands.ts";

/** A player's location. @stable */
export interface PlayerLocation {
  /** Default: the first application. */
  readonly application?: EmulatorApplication | undefined;
  /**
   * The guild's id or name. An unknown id creates a guild in which all members have all permissions. Default: direct messages
   * with the application's bot.
   */
  readonly guild?: string | undefined;
  /** The id or name of a channel in the guild. Default: the guild's first text channel. */
  readonly channel?: string | undefined;
  readonly recipients?: readonly string[] | undefined;
}

export interface ResolvedLocation {
  readonly world: World;
  readonly loaded: LoadedCommands;
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly guild: Guild | undefined;
  readonly member: Member | undefined;
  readonly channel: Channel;
  readonly context: InteractionContext;
}

/** @throws ClientError `unknown_application`, `unknown_guild`, `unknown_channel`, `not_a_member` (ValidationError). */
export function resolveLocation(
  world: World,
  player: Player,
  location: PlayerLocation,
  loaded: LoadedCommands = new LoadedCommands(),
): ResolvedLocation {
  const application = location.application ?? world.applications[0];
  if (world.application(application.id) !== application)
    throw validationError("unknown_application", "The application belongs to another emulator.");
  const client = { world, loaded, application, player };
  if (location.guild !== undefined)
    return { ...client, ...findInGuild(world, player, location.guild, location) };
  const { recipients = [] } = location;
  const outside = { ...client, guild: undefined, member: undefined };
  if (recipients.length === 0) {
    const channel = world.channels.ofApplication(application.id, player);
    return { ...outside, channel, context: InteractionContext.BotDm };
  }
  const recipientPlayers = recipients
    .map((name) => world.players.findOrAdd(name))
    .filter(({ id }) => id !== player.id);
  const channel = world.channels.among([player, ...recipientPlayers]);
  return { ...outside, channel, context: InteractionContext.PrivateChannel };
}

function findInGuild(world: World, player: Player, reference: string, { channel }: PlayerLocation) {
  const guild = findGuild(world, reference);
  const member = guild.member(player);
  if (!member) {
    throw validationError(
      "not_a_member",
      `${player.name} is not a member of the guild ${JSON.stringify(guild.name)}.`,
      "List the player in the guild's `members`.",
    );
  }
  return { guild, member, channel: findChannel(guild, channel), context: InteractionContext.Guild };
}

function findGuild({ guilds }: World, reference: string): Guild {
  const known = guilds.byId(reference);
  if (known) return known;
  const isNew = /^[1-9]\d{0,19}$/.test(reference) && !guilds.find(reference);
  return isNew ? guilds.findOrAdd(reference) : findNamed("guild", reference, guilds.all);
}

function findChannel({ channels, name }: Guild, reference: string | undefined): Channel {
  if (reference !== undefined) return findNamed("channel", reference, channels);
  const first = channels.find(({ type }) => type === ChannelType.GuildText) ?? channels[0];
  if (first) return first;
  throw validationError("unknown_channel", `The guild ${JSON.stringify(name)} has no channels.`);
}
