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
import type { ResolvedLocation } from "./location.ts";
import { listUsables, nestOptions, type Usable } from "./loaded-commands.ts";
import { findMessage, Records } from "./records.ts";
import { canUse } from "../../commands/use/can-use.ts";
import { JsonErrorCode } from "../../wire/error.ts";

/**
 * @throws ClientError `unknown_command`, `command_unavailable` (ValidationError), `outdated_command` (HTTPError); the errors
 *   thrown by `fillOptions` and `runInteraction`.
 */
export async function use(
  location: ResolvedLocation,
  title: string,
  values: OptionValues,
): Promise<InvocationResult> {
  const types = [CommandType.ChatInput, CommandType.PrimaryEntryPoint];
  const usable = findUsable(location, title, types);
  const records = new Records(location);
  const filled = fillOptions(usable.fields, values, records);
  return send(location, usable.command, { options: nestOptions(usable.path, filled), records });
}

/** @param target - The id of a message in the channel, or a player's id or name. */
export async function useOn(
  location: ResolvedLocation,
  target: string,
  title: string,
): Promise<InvocationResult> {
  const isMessage = location.world.history.byId(target) !== undefined;
  const { command } = findUsable(location, title, [isMessage ? CommandType.Message : CommandType.User]);
  const records = new Records(location);
  if (!isMessage) return send(location, command, { target: records.pick("user", target), records });
  records.addMessage(findMessage(location, target));
  return send(location, command, { target, records });
}

export interface Typing {
  readonly command: string;
  readonly option: string;
  readonly text: string;
  readonly values: OptionValues;
}

export async function requestSuggestions(
  location: ResolvedLocation,
  typing: Typing,
): Promise<readonly Choice[]> {
  const { command, fields, path } = findUsable(location, typing.command, [CommandType.ChatInput]);
  const { option, text } = typing;
  if (!fields.some(({ name }) => name === option)) throw unknownName("option", option, fields);
  const records = new Records(location);
  const filled = fillOptions(fields, { ...typing.values, [option]: text }, records, option);
  const owners = requireAvailable(location, command);
  const { version } = command;
  const data = { ...describeData(command, { options: nestOptions(path, filled), records }), version };
  const payload = { ...describeEnvelope(location, InteractionType.Autocomplete, owners), data };
  const { response } = await runInteraction(location, payload);
  if (response?.type === CallbackType.AutocompleteResult) return response.data.choices;
  throw validationError("bad_answer", "The application did not respond with suggestions.");
}

interface Usage {
  readonly options?: readonly InteractionOption[];
  readonly target?: string;
  readonly records: Records;
}

async function send(location: ResolvedLocation, command: Command, usage: Usage): Promise<InvocationResult> {
  const { world } = location;
  const owners = requireAvailable(location, command);
  const data = describeData(command, usage);
  const payload = { ...describeEnvelope(location, InteractionType.ApplicationCommand, owners), data };
  if (command.handler === EntryPointHandler.DiscordLaunchActivity) {
    const activityInstance = withId(world.launch(payload));
    return { messages: [world.announceLaunch(payload)], activityInstance };
  }
  return runInteraction(location, payload);
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

export function listCommands({ application, guild }: ResolvedLocation): readonly Command[] {
  const book = application.commands;
  return [...(guild ? book.list(guild.id) : []), ...book.list("global")];
}

function findUsable(location: ResolvedLocation, title: string, types: readonly CommandType[]): Usable {
  const { loaded } = location;
  const commands = listCommands(location);
  const usables = [...commands.map((command) => loaded.see(command)), ...commands]
    .filter(({ type = CommandType.ChatInput }) => types.includes(type))
    .flatMap(listUsables);
  const found = usables.find(
    (usable) => [title, `/${title}`].includes(usable.title) || `/${usable.title}` === title,
  );
  const current = commands.find(({ id }) => id === found?.command.id);
  if (found && current) {
    loaded.requireCurrent(current);
    return found;
  }
  const titles = [...new Set(usables.map((usable) => usable.title))];
  const named = titles.map((name) => ({ name }));
  throw unknownName("command", title, named);
}

/**
 * @throws ClientError `command_unavailable` (ValidationError) if the client would hide the command; `permission_denied`
 *   (HTTPError) for a user command if the player is not allowed to send messages in the channel.
 */
export function requireAvailable(location: ResolvedLocation, command: Command): Owners {
  const owners = listOwners(location, command);
  const reason = findReason(location, command, owners);
  if (reason === undefined) return owners;
  const message = `${location.player.name} cannot use the command ${JSON.stringify(command.name)} here. ${reason}`;
  // The client shows a user command wherever it would show a slash command.
  const isVisible = findReason(location, { ...command, type: CommandType.ChatInput }, owners) === undefined;
  throw isVisible ? permissionDenied(message) : validationError("command_unavailable", message);
}

/** Uses the service's message (Application Commands Interface, "Errors"). */
function permissionDenied(message: string): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "permission_denied",
    status: 403,
    errorCode: JsonErrorCode.MissingPermissions,
    message: `${message} Permission Denied.`,
    hint: "Grant the player permission to send messages in the channel.",
  });
}

function findReason(location: ResolvedLocation, command: Command, owners: Owners): string | undefined {
  if (Object.keys(owners).length === 0)
    return "The application is not installed for this command in the guild or the player's account.";
  const { application, guild, member, player, channel, context } = location;
  if (command.nsfw && !player.adult)
    return "The command is age-restricted, and the player is not 18 or older.";
  const verdict = canUse(command, {
    context,
    channel: { ...channel, parent_id: channel.parentId ?? null },
    ...(guild &&
      member && {
        guild_id: guild.id,
        member: { user: player, roles: member.roles, permissions: guild.permissionsOf(member) },
        permissions: application.commands.permissions.list(guild.id),
      }),
  });
  return verdict.allowed ? undefined : verdict.reason;
}
