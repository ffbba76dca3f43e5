import { type Command, CommandType } from "../../wire/command.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { ActivityWindows } from "../activity/windows.ts";
import type { FoundPlace } from "../player/place.ts";
import { Records } from "../player/records.ts";
import { seeMessage } from "../player/see.ts";
import type { ConsentAnswer, EmulatorApplication } from "../state/application.ts";
import type { World } from "../state/world.ts";
import type {
  ChatMessage,
  Named,
  PlayState,
  Portal,
  ShownCommand,
  ShownConsent,
  ShownField,
} from "./model/view.ts";
import { describeConditions } from "./conditions.ts";
import {
  describeActivities,
  describeInvitations,
  describeStatus,
  pageOf,
  describeWindow,
  windowsOf,
} from "./shown-activity.ts";
import type { CommandOption, OptionType } from "../../wire/command-option.ts";
import { optionTraits } from "../../wire/option-traits.ts";
import { listUsables } from "../player/seen-commands.ts";

/** How many messages of a channel the page shows. */
const shownMessages = 50;
/** How many answers to requests for authorization it shows. */
const shownConsents = 5;

interface Shown {
  readonly world: World;
  readonly windows: ActivityWindows;
  readonly place: FoundPlace;
  readonly commands: readonly Command[];
  /** Origin of the application's Activity. */
  readonly activityOrigin: string;
}

/**
 * The state of a page: everything that it shows, except for requests and messages.
 *
 * @param tab - id of the tab.
 */
export function describeState(shown: Shown, tab: string): PlayState {
  const { world, windows, place, commands, activityOrigin } = shown;
  const { application, player, guild, channel } = place;
  const records = new Records(world, place);
  const messages = world.history.in(channel.id, player.id).slice(-shownMessages);
  return {
    tab,
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
      .map((person) => ({ ...nameOf(person), status: describeStatus(windows, person.id) })),
    commands: describeCommands(commands, records),
    messages: messages.map((message) => describeMessage(message, records)),
    activities: describeActivities(world, place),
    windows: windowsOf(windows, place).map((window) =>
      describeWindow(window, { windows, players: world.players, activityOrigin }),
    ),
    invitations: describeInvitations(world, windows, place),
    consents: application.consents.slice(-shownConsents).toReversed().map(describeConsent),
    conditions: describeConditions(world),
    portal: describePortal(world, application),
  };
}

function nameOf({ id, name }: Named): Named {
  return { id, name };
}

function describeConsent({ player, scopes, isGranted, at }: ConsentAnswer): ShownConsent {
  const asked = scopes.split(" ").join(", ");
  const text = `${player} ${isGranted ? "authorized" : "did not authorize"} ${asked}.`;
  return { text, isGranted, at: new Date(at).toISOString() };
}

function describeMessage(message: WireMessage, records: Records): ChatMessage {
  return { ...seeMessage(message, records), sentAt: message.timestamp, cause: causeOf(message) };
}

/** The command that a message answers. */
function causeOf({ interaction }: WireMessage): ChatMessage["cause"] {
  if (!interaction) return undefined;
  const { name, user } = interaction as {
    readonly name: string;
    readonly user?: { readonly global_name?: string | null };
  };
  return { player: user?.global_name ?? "Somebody", command: name };
}

/** The application's settings, for developers who have started the emulator from a terminal. */
function describePortal({ bots }: World, application: EmulatorApplication): Portal {
  const { publicKey, clientSecret, botToken, endpoint, id } = application;
  const elsewhere = bots.hears(id, undefined) ? "its bot at the gateway" : "";
  const shown = typeof endpoint === "function" ? "a handler in this process" : (endpoint ?? elsewhere);
  return { publicKey, clientSecret, botToken, endpoint: shown, activity: pageOf(application) };
}

/** The commands and subcommands of the page. */
export function describeCommands(
  commands: readonly Command[],
  records: Pick<Records, "list">,
): readonly ShownCommand[] {
  return commands.flatMap(listUsables).map(({ command, title, description, fields }) => ({
    title,
    kind: kinds[command.type ?? CommandType.ChatInput],
    description,
    isGuildCommand: command.guild_id !== undefined,
    fields: fields.map((option) => describeField(option, records)),
  }));
}

const kinds: Readonly<Record<CommandType, ShownCommand["kind"]>> = {
  [CommandType.ChatInput]: "slash",
  [CommandType.User]: "user",
  [CommandType.Message]: "message",
  [CommandType.PrimaryEntryPoint]: "launch",
};

/** Settings of some types of options. */
interface Settings {
  readonly required?: boolean;
  readonly autocomplete?: boolean;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly channel_types?: readonly number[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
}

function describeField(option: CommandOption, records: Pick<Records, "list">): ShownField {
  const settings = option as Settings;
  return {
    name: option.name,
    description: option.description,
    type: option.type,
    isRequired: settings.required === true,
    isSuggesting: settings.autocomplete === true,
    items: itemsOf(option.type, settings, records),
    min: settings.min_value,
    max: settings.max_value,
    minLength: settings.min_length,
    maxLength: settings.max_length,
  };
}

const answers: readonly Named[] = [
  { id: "true", name: "True" },
  { id: "false", name: "False" },
];

function itemsOf(
  type: OptionType,
  { choices = [], channel_types: channelTypes }: Settings,
  records: Pick<Records, "list">,
): readonly Named[] | undefined {
  if (choices.length > 0) return choices.map(({ name, value }) => ({ id: String(value), name }));
  const { holds, record } = optionTraits[type];
  if (holds === "boolean") return answers;
  if (record === undefined || record === "attachment") return undefined;
  return records.list(record, channelTypes).map(({ id, name }) => ({ id, name }));
}
