import type { Command } from "../../wire/command.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { ActivityFrames } from "../activity/frames.ts";
import type { FoundPlace } from "../player/place.ts";
import { Records } from "../player/records.ts";
import { seeMessage } from "../player/see.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { World } from "../state/world.ts";
import type { ChatMessage, Named, PlayState, Portal } from "./model/view.ts";
import { describeConditions } from "./conditions.ts";
import { describeActivities, describeInvitations, describeStatus, pageOf } from "./shown-activity.ts";
import { describeCommands } from "./shown-commands.ts";
import { describeFrame, framesOf } from "./shown-frame.ts";

/** How much of a channel's history the page shows. */
const shownMessages = 50;
/** What the page shows of. */
interface Shown {
  readonly world: World;
  readonly frames: ActivityFrames;
  readonly place: FoundPlace;
  readonly commands: readonly Command[];
  /** Of the application's Activity. */
  readonly activityOrigin: string;
}

/**
 * What the page shows right now, in one place.
 *
 * @param window - tells the page from others that are open.
 */
export function describeState(shown: Shown, window: string): PlayState {
  const { world, frames, place, commands, activityOrigin } = shown;
  const { application, player, guild, channel } = place;
  const records = new Records(world, place);
  const messages = world.history.in(channel.id, player.id).slice(-shownMessages);
  return {
    window,
    application: nameOf(application),
    player: nameOf(player),
    guild: guild && nameOf(guild),
    channel: nameOf(channel),
    applications: world.applications.map(nameOf),
    players: world.players.all.map(nameOf),
    guilds: world.guilds.all.map(nameOf),
    channels: (guild?.channels ?? []).map(nameOf),
    people: records
      .list("user")
      .map((person) => ({ ...nameOf(person), status: describeStatus(frames, person.id) })),
    commands: describeCommands(commands, records),
    messages: messages.map((message) => describeMessage(message, records)),
    activities: describeActivities(world, place),
    frames: framesOf(frames, place).map((frame) =>
      describeFrame(frame, { frames, players: world.players, activityOrigin }),
    ),
    invitations: describeInvitations(world, frames, place),
    conditions: describeConditions(world),
    portal: describePortal(world, application),
  };
}

function nameOf({ id, name }: Named): Named {
  return { id, name };
}

function describeMessage(message: WireMessage, records: Records): ChatMessage {
  return { ...seeMessage(message, records), sentAt: message.timestamp, cause: causeOf(message) };
}

/** Messages that answer a command say whose it was. */
function causeOf({ interaction }: WireMessage): ChatMessage["cause"] {
  if (!interaction) return undefined;
  const { name, user } = interaction as {
    readonly name: string;
    readonly user?: { readonly global_name?: string | null };
  };
  return { player: user?.global_name ?? "Somebody", command: name };
}

/** A developer who started the emulator from a terminal has no other way to it. */
function describePortal({ bots }: World, application: EmulatorApplication): Portal {
  const { publicKey, clientSecret, botToken, endpoint, id } = application;
  const elsewhere = bots.hears(id, undefined) ? "its bot at the gateway" : "";
  const shown = typeof endpoint === "function" ? "a handler in this process" : (endpoint ?? elsewhere);
  return { publicKey, clientSecret, botToken, endpoint: shown, activity: pageOf(application) };
}
