import { validationError, ClientError, ErrorType } from "../../core/errors.ts";
import { type Command, CommandType, EntryPointHandler } from "../../wire/command.ts";
import type { Choice } from "../../wire/command-option.ts";
import { type CommandData, type InteractionOption, InteractionType } from "../../wire/interaction.ts";
import { CallbackType } from "../../wire/interaction-callback.ts";
import { fillOptions, type OptionValues } from "./fill-options.ts";
import { unknownName } from "./find-named.ts";
import {
  describeEnvelope,
  listOwners,
  type Owners,
  type InvocationResult,
  runInteraction,
  withId,
} from "./interaction.ts";
import type { FoundPlace } from "./place.ts";
import { listUsables, nestOptions, type Usable } from "./seen-commands.ts";
import { findMessage, Records } from "./records.ts";
import { canUse } from "../../commands/use/can-use.ts";
import { JsonErrorCode } from "../../wire/error.ts";

/**
 * @param title - as displayed: `/match find`.
 * @throws ClientError `unknown_command`, `command_unavailable` (ValidationError), `outdated_command` (HTTPError), and those
 *   thrown by `fillOptions` and `runInteraction`.
 */
export async function use(place: FoundPlace, title: string, values: OptionValues): Promise<InvocationResult> {
  const types = [CommandType.ChatInput, CommandType.PrimaryEntryPoint];
  const usable = findUsable(place, title, types);
  const records = new Records(place);
  const filled = fillOptions(usable.fields, values, records);
  return send(place, usable.command, { options: nestOptions(usable.path, filled), records });
}

/**
 * @param target - The id of a message in the channel, or a player's id or name.
 * @throws ClientError `unknown_user`, and those thrown by {@link use}.
 */
export async function useOn(place: FoundPlace, target: string, title: string): Promise<InvocationResult> {
  const isMessage = place.world.history.byId(target) !== undefined;
  const { command } = findUsable(place, title, [isMessage ? CommandType.Message : CommandType.User]);
  const records = new Records(place);
  if (!isMessage) return send(place, command, { target: records.pick("user", target), records });
  records.addMessage(findMessage(place, target));
  return send(place, command, { target, records });
}

export interface Typing {
  readonly command: string;
  readonly option: string;
  readonly text: string;
  readonly values: OptionValues;
}

/** @throws ClientError `bad_answer` (ValidationError), and those thrown by {@link use}. */
export async function requestSuggestions(place: FoundPlace, typing: Typing): Promise<readonly Choice[]> {
  const { command, fields, path } = findUsable(place, typing.command, [CommandType.ChatInput]);
  const { option, text } = typing;
  if (!fields.some(({ name }) => name === option)) throw unknownName("option", option, fields);
  const records = new Records(place);
  const filled = fillOptions(fields, { ...typing.values, [option]: text }, records, option);
  const owners = mustBeAvailable(place, command);
  const { version } = command;
  const data = { ...describeData(command, { options: nestOptions(path, filled), records }), version };
  const payload = { ...describeEnvelope(place, InteractionType.Autocomplete, owners), data };
  const { response } = await runInteraction(place, payload);
  if (response?.type === CallbackType.AutocompleteResult) return response.data.choices;
  throw validationError("bad_answer", "The application did not answer with suggestions.");
}

interface Usage {
  readonly options?: readonly InteractionOption[];
  readonly target?: string;
  readonly records: Records;
}

async function send(place: FoundPlace, command: Command, usage: Usage): Promise<InvocationResult> {
  const { world } = place;
  const owners = mustBeAvailable(place, command);
  const data = describeData(command, usage);
  const payload = { ...describeEnvelope(place, InteractionType.ApplicationCommand, owners), data };
  if (command.handler === EntryPointHandler.DiscordLaunchActivity) {
    const activityInstance = withId(world.launch(payload));
    return { messages: [world.announceLaunch(payload)], activityInstance };
  }
  return runInteraction(place, payload);
}

function describeData(command: Command, { options = [], target, records }: Usage): CommandData {
  return {
    id: command.id,
    name: command.name,
    type: command.type ?? CommandType.ChatInput,
    ...(command.guild_id !== undefined && { guild_id: command.guild_id }),
    ...(options.length > 0 && { options }),
    ...(target !== undefined && { target_id: target }),
    ...records.resolved,
  };
}

export function listCommands({ world, application, guild }: FoundPlace): readonly Command[] {
  const book = world.commandsOf(application.id);
  return [...(guild ? book.list(guild.id) : []), ...book.list("global")];
}

function findUsable(place: FoundPlace, title: string, types: readonly CommandType[]): Usable {
  const { loaded } = place;
  const commands = listCommands(place);
  const usables = [...commands.map((command) => loaded.see(command)), ...commands]
    .filter(({ type = CommandType.ChatInput }) => types.includes(type))
    .flatMap(listUsables);
  const found = usables.find((one) => [title, `/${title}`].includes(one.title) || `/${one.title}` === title);
  const current = commands.find(({ id }) => id === found?.command.id);
  if (found && current) {
    loaded.mustBeCurrent(current);
    return found;
  }
  const titles = [...new Set(usables.map((one) => one.title))];
  const named = titles.map((name) => ({ name }));
  throw unknownName("command", title, named);
}

/**
 * @throws ClientError `command_unavailable` (ValidationError) if the client would hide the command; `permission_denied`
 *   (HTTPError) for a user command without permission to write in the channel.
 */
export function mustBeAvailable(place: FoundPlace, command: Command): Owners {
  const owners = listOwners(place, command);
  const reason = findReason(place, command, owners);
  if (reason === undefined) return owners;
  const message = `${place.player.name} cannot use the command ${JSON.stringify(command.name)} here. ${reason}`;
  // The client shows it wherever it would show a slash command.
  const isShown = findReason(place, { ...command, type: CommandType.ChatInput }, owners) === undefined;
  throw isShown ? permissionDenied(message) : validationError("command_unavailable", message);
}

/** Uses the service's message (Application Commands Interface, "Errors"). */
function permissionDenied(message: string): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "permission_denied",
    status: 403,
    errorCode: JsonErrorCode.MissingPermissions,
    message: `${message} Permission Denied.`,
    hint: "Give the player the permission to send messages in the channel.",
  });
}

function findReason(place: FoundPlace, command: Command, owners: Owners): string | undefined {
  if (Object.keys(owners).length === 0)
    return "Neither the guild nor the player has added the application for it.";
  const { world, guild, member, player, channel, context } = place;
  if (command.nsfw && !player.adult)
    return "The command is age-restricted, and the player is not 18 or older.";
  const verdict = canUse(command, {
    context,
    channel: { ...channel, parent_id: channel.parentId ?? null },
    ...(guild &&
      member && {
        guild_id: guild.id,
        member: { user: player, roles: member.roles, permissions: guild.permissionsOf(member) },
        permissions: world.commandsOf(command.application_id).permissions.list(guild.id),
      }),
  });
  return verdict.allowed ? undefined : verdict.reason;
}
