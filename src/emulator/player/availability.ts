import { ClientError, ErrorType, validationError } from "../../core/errors.ts";
import { canUse } from "../../commands/use/can-use.ts";
import { type Command, CommandType } from "../../wire/command.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";
import type { World } from "../state/world.ts";
import { listOwners, type Owners } from "./interaction-payload.ts";
import type { FoundPlace } from "./place.ts";

/**
 * Who added the application, so that the player can use the command here.
 *
 * @throws ClientError `command_unavailable` (ValidationError) where the player's own client would not show it;
 * `permission_denied` (HTTPError) for a command on a player, where the service wants one who may write in the channel.
 */
export function mustBeAvailable(world: World, place: FoundPlace, command: Command): Owners {
  const owners = listOwners(place, command);
  const reason = findReason(world, place, command, owners);
  if (reason === undefined) return owners;
  const message = `${place.player.name} cannot use the command ${JSON.stringify(command.name)} here. ${reason}`;
  // The client shows it: it would be there as a slash command.
  const isShown = findReason(world, place, { ...command, type: CommandType.ChatInput }, owners) === undefined;
  throw isShown ? permissionDenied(message) : validationError("command_unavailable", message);
}

/** The service refuses, in words of its own (Application Commands Interface, "Errors"). */
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

function findReason(world: World, place: FoundPlace, command: Command, owners: Owners): string | undefined {
  if (Object.keys(owners).length === 0)
    return "Neither the guild nor the player has added the application for it.";
  const { guild, member, player, channel, context } = place;
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
