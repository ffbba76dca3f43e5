import { validationError } from "../../errors.ts";
import { canUse } from "../../commands/use/can-use.ts";
import type { Command } from "../../wire/command.ts";
import type { World } from "../world/world.ts";
import { listOwners, type Owners } from "./interaction-payload.ts";
import type { FoundPlace } from "./place.ts";

/**
 * Who added the application, so that the player can use the command here.
 *
 * @throws ClientError `command_unavailable` (ValidationError) where the player's own client would not show it.
 */
export function mustBeAvailable(world: World, place: FoundPlace, command: Command): Owners {
  const owners = listOwners(place, command);
  const reason = findReason(world, place, command, owners);
  if (reason === undefined) return owners;
  throw validationError(
    "command_unavailable",
    `${place.player.name} cannot use the command ${JSON.stringify(command.name)} here. ${reason}`,
  );
}

function findReason(world: World, place: FoundPlace, command: Command, owners: Owners): string | undefined {
  if (Object.keys(owners).length === 0)
    return "Neither the guild nor the player has added the application for it.";
  const { guild, member, player, channel, context } = place;
  if (command.nsfw && !player.adult)
    return "The command is age-restricted, and the player is not 18 or older.";
  const verdict = canUse(command, {
    context,
    channel,
    ...(guild &&
      member && {
        guild_id: guild.id,
        member: { user: player, roles: member.roles, permissions: guild.permissionsOf(member) },
        permissions: world.commandsOf(command.application_id).permissions.list(guild.id),
      }),
  });
  return verdict.allowed ? undefined : verdict.reason;
}
