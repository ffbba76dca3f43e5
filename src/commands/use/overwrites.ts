import { type PermissionOverwrite, PermissionType } from "../../wire/command-permission.ts";
import type { Asked, Place } from "./read-use.ts";
import type { UseRule, UseVerdict } from "./verdict.ts";

/** Where the command may be used: an overwrite of the channel before that of all channels, the command's before the application's. */
export function decideChannel({ place }: Asked): UseVerdict | undefined {
  if (!place) return undefined;
  const ofCommand = channelOverwrite(place, place.ofCommand);
  if (ofCommand) return ofCommand.permission ? undefined : verdict("command-overwrite", ofCommand, place);
  const ofApplication = channelOverwrite(place, place.ofApplication);
  if (!ofApplication || ofApplication.permission) return undefined;
  return verdict("application-overwrite", ofApplication, place);
}

/** Whom the command's own overwrites are about, they decide, whatever else is set. */
export function decideByCommand({ place }: Asked): UseVerdict | undefined {
  const overwrite = place && memberOverwrite(place, place.ofCommand);
  return overwrite && verdict("command-overwrite", overwrite, place);
}

/** Whom the application's overwrites disallow. Whom they allow needs the default permissions besides. */
export function denyByApplication(asked: Asked): UseVerdict | undefined {
  const decided = decideByApplication(asked);
  return decided?.allowed === false ? decided : undefined;
}

export function decideByApplication({ place }: Asked): UseVerdict | undefined {
  const overwrite = place && memberOverwrite(place, place.ofApplication);
  return overwrite && verdict("application-overwrite", overwrite, place);
}

function channelOverwrite({ guildId, channelId }: Place, overwrites: readonly PermissionOverwrite[]) {
  if (overwrites.length === 0) return undefined;
  return (
    find(overwrites, PermissionType.Channel, channelId) ??
    find(overwrites, PermissionType.Channel, (BigInt(guildId) - 1n).toString())
  );
}

/** That of the user, of a role that is allowed, of a role that is not, or of everyone. */
function memberOverwrite({ guildId, userId, roles }: Place, overwrites: readonly PermissionOverwrite[]) {
  if (overwrites.length === 0) return undefined;
  const ofUser = userId === undefined ? undefined : find(overwrites, PermissionType.User, userId);
  if (ofUser) return ofUser;
  const ofRoles = overwrites.filter(
    (one) => one?.type === PermissionType.Role && one.id !== guildId && roles.includes(one.id),
  );
  return (
    ofRoles.find(({ permission }) => permission) ??
    ofRoles[0] ??
    find(overwrites, PermissionType.Role, guildId)
  );
}

function find(overwrites: readonly PermissionOverwrite[], type: PermissionType, id: string) {
  return overwrites.find((one) => one?.type === type && one.id === id);
}

function verdict(rule: UseRule, overwrite: PermissionOverwrite, place: Place): UseVerdict {
  const whose = rule === "command-overwrite" ? "command" : "application";
  const what = overwrite.permission ? "allows" : "disallows";
  return {
    allowed: overwrite.permission,
    rule,
    reason: `An overwrite of the ${whose} ${what} it for ${target(overwrite, place)}.`,
    overwrite,
  };
}

function target({ type, id }: PermissionOverwrite, { guildId, channelId }: Place): string {
  if (type === PermissionType.User) return `the user ${id}`;
  if (type === PermissionType.Role) return id === guildId ? "everyone" : `the role ${id}`;
  return id === channelId ? `the channel ${id}` : "all channels";
}
