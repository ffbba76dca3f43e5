import { validationError } from "../../errors.ts";
import type { Command } from "../../wire/command.ts";
import { allPermissions, hasPermissions } from "../world/permission-bits.ts";
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
    `${place.player.name} cannot use the command ${JSON.stringify(command.name)} here: ${reason}.`,
  );
}

const contexts = ["in guilds", "in the bot's direct messages", "in direct messages with others"];

function findReason(world: World, place: FoundPlace, command: Command, owners: Owners): string | undefined {
  const { contexts: allowed, default_member_permissions: wanted } = command;
  if (allowed && !allowed.includes(place.context))
    return `its contexts do not let it be used ${contexts[place.context]}`;
  if (Object.keys(owners).length === 0)
    return "neither the guild nor the player has added the application for it";
  const { guild, member } = place;
  if (!guild || !member) return undefined;
  const own = guild.permissionsOf(member);
  if (own === allPermissions) return undefined;
  const decided = findOverwrite(world, place, command);
  if (decided === false) return "the guild's command permissions forbid it";
  if (decided === true || wanted === undefined || wanted === null) return undefined;
  const isEnough = wanted !== "0" && hasPermissions(own, wanted);
  return isEnough ? undefined : "the player lacks its default_member_permissions";
}

/** What the guild's administrators have set: for the player, else for one of their roles, else for everybody. */
function findOverwrite(world: World, { guild, member, player }: FoundPlace, { id, application_id }: Command) {
  const overwrites = world
    .commandsOf(application_id)
    .permissions.list(guild?.id ?? "")
    .find((one) => one.id === id)?.permissions;
  const forIds = (ids: readonly string[]) => (overwrites ?? []).filter((one) => ids.includes(one.id));
  for (const ids of [[player.id], member?.roles ?? [], [guild?.id ?? ""]]) {
    const found = forIds(ids);
    if (found.length > 0) return found.some(({ permission }) => permission);
  }
  return undefined;
}
