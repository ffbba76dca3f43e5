import { type Command, CommandType } from "../../wire/command.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { Fault } from "../base/fault.ts";
import { faultKinds, faultNames } from "../base/fault-kinds.ts";
import type { ActivityWindows } from "../activity/windows.ts";
import type { ResolvedLocation } from "../player/location.ts";
import { Records } from "../player/records.ts";
import { seeMessage } from "../player/see.ts";
import type { ConsentAnswer, EmulatorApplication } from "../state/application.ts";
import { chatInputCommand } from "../state/messages.ts";
import type { World } from "../state/world.ts";
import type {
  ChatMessage,
  Conditions,
  Named,
  PlayState,
  Portal,
  CommandView,
  ConsentView,
  FieldView,
} from "./model/view.ts";
import {
  describeActivities,
  describeInvitations,
  describeStatus,
  pageOf,
  describeWindow,
} from "./activity-view.ts";
import { type OptionWithSettings, optionTraits } from "../../wire/option-traits.ts";
import { listUsables } from "../player/loaded-commands.ts";

const displayedMessages = 50;
const displayedConsents = 5;

interface StateSource {
  readonly windows: ActivityWindows;
  readonly location: ResolvedLocation;
  readonly commands: readonly Command[];
  readonly webBase: string;
}

export function describeState(source: StateSource, tab: string): PlayState {
  const { windows, location, commands, webBase } = source;
  const { world, application, player, guild, channel } = location;
  const records = new Records(location);
  const messages = world.history.in(channel.id, player.id).slice(-displayedMessages);
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
    activities: describeActivities(location),
    windows: windows
      .ofPlayerIn(application.id, player.id)
      .map((window) => describeWindow(window, { windows, players: world.players, webBase })),
    invitations: describeInvitations(windows, location),
    consents: application.consents.slice(-displayedConsents).toReversed().map(describeConsent),
    conditions: describeConditions(world),
    portal: describePortal(world, application),
  };
}

function nameOf({ id, name }: Named): Named {
  return { id, name };
}

function describeConsent({ player, scopes, isGranted, at }: ConsentAnswer): ConsentView {
  const scopeList = scopes.split(" ").join(", ");
  const text = `${player} ${isGranted ? "authorized" : "did not authorize"} ${scopeList}.`;
  return { text, isGranted, at: new Date(at).toISOString() };
}

function describeMessage(message: WireMessage, records: Records): ChatMessage {
  return { ...seeMessage(message, records), sentAt: message.timestamp, cause: causeOf(message) };
}

function causeOf(message: WireMessage): ChatMessage["cause"] {
  const { interaction, type } = message as WireMessage & { readonly type?: number };
  if (!interaction) return undefined;
  const { name, user } = interaction as {
    readonly name: string;
    readonly user?: { readonly global_name?: string | null };
  };
  const command = type === chatInputCommand ? `/${name}` : name;
  return { player: user?.global_name ?? "Somebody", command };
}

function describePortal({ bots }: World, application: EmulatorApplication): Portal {
  const { publicKey, clientSecret, botToken, endpoint, id } = application;
  const elsewhere = bots.isConnected(id, undefined) ? "its bot at the gateway" : "";
  const endpointText = typeof endpoint === "function" ? "a handler in this process" : (endpoint ?? elsewhere);
  return { publicKey, clientSecret, botToken, endpoint: endpointText, activity: pageOf(application) };
}

export function describeCommands(
  commands: readonly Command[],
  records: Pick<Records, "list">,
): readonly CommandView[] {
  return commands.flatMap(listUsables).map(({ command, title, description, fields }) => ({
    title,
    kind: kinds[command.type ?? CommandType.ChatInput],
    description,
    isGuildCommand: command.guild_id !== undefined,
    fields: fields.map((option) => describeField(option, records)),
  }));
}

const kinds: Readonly<Record<CommandType, CommandView["kind"]>> = {
  [CommandType.ChatInput]: "slash",
  [CommandType.User]: "user",
  [CommandType.Message]: "message",
  [CommandType.PrimaryEntryPoint]: "launch",
};

function describeField(option: OptionWithSettings, records: Pick<Records, "list">): FieldView {
  return {
    name: option.name,
    description: option.description,
    type: option.type,
    isRequired: option.required === true,
    isSuggesting: option.autocomplete === true,
    items: itemsOf(option, records),
    min: option.min_value,
    max: option.max_value,
    minLength: option.min_length,
    maxLength: option.max_length,
  };
}

const answers: readonly Named[] = [
  { id: "true", name: "True" },
  { id: "false", name: "False" },
];

function itemsOf(
  { type, choices = [], channel_types: channelTypes }: OptionWithSettings,
  records: Pick<Records, "list">,
): readonly Named[] | undefined {
  if (choices.length > 0) return choices.map(({ name, value }) => ({ id: String(value), name }));
  const { holds, record } = optionTraits[type];
  if (holds === "boolean") return answers;
  if (record === undefined || record === "attachment") return undefined;
  return records.list(record, channelTypes).map(nameOf);
}

function describeConditions({ faults, clock }: World): Conditions {
  return { faults: faults.all.map(describeFault), aheadMs: clock.aheadMs, kinds: faultItems };
}

const faultItems: readonly Named[] = faultNames.map((id) => ({ id, name: faultKinds[id].title }));

function describeFault({ answer, method, path, times, share, latencyMs, clockSkewMs }: Fault): string {
  const title =
    typeof answer === "string" ? faultKinds[answer].title : answer && `A response with ${answer.status}`;
  const parts = [
    title ?? "The real response",
    [method, path && `paths with ${path.source.replaceAll("\\", "")}`].filter(Boolean).join(" "),
    latencyMs === undefined ? "" : `after ${latencyMs} ms`,
    clockSkewMs === undefined ? "" : `clock ${clockSkewMs / 1000} s ahead`,
    share === undefined ? "" : `${Math.round(share * 100)} % of requests`,
    times === undefined ? "" : `${times} times`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}
