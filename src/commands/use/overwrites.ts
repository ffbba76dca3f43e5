import { wrongArgument } from "../../core/check/reader.ts";
import { isObject } from "../../core/check/readers.ts";
import { type PermissionOverwrite, PermissionType } from "../../wire/command-permission.ts";
import type { Asked, Place } from "./read-use.ts";
import type { UseRule, UseVerdict } from "./verdict.ts";

/** Which of some overwrites are about a member in a channel. */
export interface Applying {
  /** That of the channel, or of all channels. */
  readonly channel?: PermissionOverwrite | undefined;
  /** That of the user, of a role that is allowed, of a role that is not, or of everyone. */
  readonly member?: PermissionOverwrite | undefined;
}

/** Who is where; `channelId` of a thread is that of its channel. */
export interface Whereabouts {
  readonly guildId: string;
  /** The id that means all channels. */
  readonly allChannels: string;
  readonly channelId: string;
  readonly userId: string | undefined;
  readonly roles: readonly string[];
}

/**
 * Looks through overwrites once.
 *
 * @throws ClientError `invalid_argument` for one that is no object.
 */
export function findApplying(
  overwrites: readonly unknown[],
  { guildId, allChannels, channelId, userId, roles }: Whereabouts,
): Applying {
  let channel, allOfThem, user, allowedRole, otherRole, everyone;
  for (const overwrite of overwrites) {
    requireOverwrite(overwrite);
    const { type, id } = overwrite;
    if (type === PermissionType.Channel) {
      if (id === channelId) channel = overwrite;
      else if (id === allChannels) allOfThem = overwrite;
    } else if (type === PermissionType.User) {
      if (id === userId) user = overwrite;
    } else if (id === guildId) everyone = overwrite;
    else if (roles.includes(id)) {
      if (overwrite.permission) allowedRole = overwrite;
      else otherRole = overwrite;
    }
  }
  return { channel: channel ?? allOfThem, member: user ?? allowedRole ?? otherRole ?? everyone };
}

function requireOverwrite(value: unknown): asserts value is PermissionOverwrite {
  if (isObject(value)) return;
  throw wrongArgument("use.permissions[].permissions", value, "a list of { id, type, permission }");
}

/** Where the command may be used: what the command says goes before what the application says. */
export function decideChannel({ place }: Asked): UseVerdict | undefined {
  if (!place) return undefined;
  const { ofCommand, ofApplication } = place;
  if (ofCommand.channel) {
    return ofCommand.channel.permission ? undefined : verdict("command-overwrite", ofCommand.channel, place);
  }
  if (!ofApplication.channel || ofApplication.channel.permission) return undefined;
  return verdict("application-overwrite", ofApplication.channel, place);
}

/** If the command's own overwrites name the member, only they decide. */
export function decideByCommand({ place }: Asked): UseVerdict | undefined {
  const overwrite = place?.ofCommand.member;
  return overwrite && verdict("command-overwrite", overwrite, place);
}

/** Whom the application's overwrites disallow. Whom they allow needs the default permissions besides. */
export function denyByApplication(asked: Asked): UseVerdict | undefined {
  return asked.place?.ofApplication.member?.permission === false ? decideByApplication(asked) : undefined;
}

export function decideByApplication({ place }: Asked): UseVerdict | undefined {
  const overwrite = place?.ofApplication.member;
  return overwrite && verdict("application-overwrite", overwrite, place);
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

function target({ type, id }: PermissionOverwrite, { at }: Place): string {
  if (type === PermissionType.User) return `the user ${id}`;
  if (type === PermissionType.Role) return id === at.guildId ? "everyone" : `the role ${id}`;
  return id === at.channelId ? `the channel ${id}` : "all channels";
}
