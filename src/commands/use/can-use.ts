import {
  CommandType,
  InteractionContext,
  type PermissionOverwrite,
  PermissionType,
} from "../../wire/command.ts";
import { Permission } from "../../wire/permission.ts";
import { holds, permissionNames } from "./permission-bits.ts";
import {
  type CommandUse,
  readUse,
  type RestrictedCommand,
  type UseLocation,
  type UseRequest,
  type UseRule,
  type UseVerdict,
} from "./read-use.ts";

function allows(rule: UseRule, reason: string): UseVerdict {
  return { allowed: true, rule, reason };
}

function denies(rule: UseRule, reason: string): UseVerdict {
  return { allowed: false, rule, reason };
}

/**
 * Returns whether a player can use a command, and which rule decides (Discord documentation, Application Commands, "Permissions";
 * change log, 17 November 2022).
 *
 * Rules are checked in this order: contexts, age restriction, administrators, permissions required for every command, channel,
 * member. A command's overwrites take precedence over the application's, users over roles, roles over everyone, and allowed roles
 * over denied ones. `default_member_permissions` also applies to members allowed by the application's overwrites.
 *
 * To check an interaction, use `canUse(command, { ...payload, permissions })`.
 *
 * @stable
 * @throws ClientError `invalid_argument` or `invalid_id` for malformed input.
 */
export function canUse(command: RestrictedCommand, use: CommandUse): UseVerdict {
  const request = readUse(command, use);
  const { location } = request;
  const verdict = decideContext(request) ?? decideAge(request);
  if (verdict) return verdict;
  // Permissions exist only in guilds.
  if (!location) return allows("unrestricted", "Outside guilds, only contexts restrict a command.");
  for (const decide of guildRules) {
    const decided = decide(location, request);
    if (decided) return decided;
  }
  return allows("unrestricted", "The command has no restrictions here.");
}

function decideContext({ command, context, guildId }: UseRequest): UseVerdict | undefined {
  if (command.guild_id !== undefined && command.guild_id !== guildId) {
    return denies("guild", "The command is registered in another guild.");
  }
  if (contextsOf(command).includes(context)) return undefined;
  return denies("context", `The command's contexts do not include ${contextNames[context]}.`);
}

function contextsOf({ contexts, dm_permission }: RestrictedCommand): readonly InteractionContext[] {
  if (contexts) return contexts;
  return dm_permission === false
    ? [InteractionContext.Guild]
    : [InteractionContext.Guild, InteractionContext.BotDm];
}

const contextNames: Readonly<Record<InteractionContext, string>> = {
  [InteractionContext.Guild]: "GUILD",
  [InteractionContext.BotDm]: "BOT_DM",
  [InteractionContext.PrivateChannel]: "PRIVATE_CHANNEL",
};

function decideAge({ command, location }: UseRequest): UseVerdict | undefined {
  if (command.nsfw !== true || !location || location.isAgeRestricted) return undefined;
  return denies("age-restricted", "The command is age-restricted, but the channel is not.");
}

type Decide = (location: UseLocation, request: UseRequest) => UseVerdict | undefined;

const decideAdministrator: Decide = (location) => {
  if ((location.bits & Permission.Administrator) === 0n) return undefined;
  return allows("administrator", "The member is an administrator.");
};

const decideUse: Decide = (location, { command }) => {
  const wanted = [Permission.UseApplicationCommands];
  if (command.type === CommandType.User) {
    wanted.push(location.isThread ? Permission.SendMessagesInThreads : Permission.SendMessages);
  }
  const lacking = wanted.find((bit) => !holds(location.bits, bit));
  if (lacking === undefined) return undefined;
  return denies("member-permissions", `The member lacks ${permissionNames(lacking).join()} in the channel.`);
};

const decideDefault: Decide = (location, { required }) => {
  if (required === undefined) return undefined;
  if (required === 0n) {
    return denies("default-member-permissions", "By default, only administrators can use the command.");
  }
  if (holds(location.bits, required)) {
    return allows("default-member-permissions", "The member has the command's default_member_permissions.");
  }
  const lacking = permissionNames(required & ~location.bits).join(", ");
  return denies(
    "default-member-permissions",
    `The member lacks ${lacking}, which the command's default_member_permissions require.`,
  );
};

/** The command's own overwrite takes precedence over the application's. */
const decideChannel: Decide = (location) => {
  const { ofCommand, ofApplication } = location;
  const decision = ofCommand.channel
    ? verdictBy("command-overwrite", ofCommand.channel, location)
    : verdictBy("application-overwrite", ofApplication.channel, location);
  return decision?.allowed ? undefined : decision;
};

/** The command's own overwrites are final for the members they apply to. */
const decideByCommand: Decide = (location) =>
  verdictBy("command-overwrite", location.ofCommand.member, location);

/** Members allowed by the application's overwrites still need the default permissions. */
const denyByApplication: Decide = (location, request) =>
  location.ofApplication.member?.permission === false ? decideByApplication(location, request) : undefined;

const decideByApplication: Decide = (location) =>
  verdictBy("application-overwrite", location.ofApplication.member, location);

function verdictBy(
  rule: "command-overwrite" | "application-overwrite",
  overwrite: PermissionOverwrite | undefined,
  location: UseLocation,
): UseVerdict | undefined {
  if (!overwrite) return undefined;
  const whose = rule === "command-overwrite" ? "command" : "application";
  const what = overwrite.permission ? "allows access" : "denies access";
  const reason = `The ${whose}'s overwrite for ${target(overwrite, location)} ${what}.`;
  return { allowed: overwrite.permission, rule, reason, overwrite };
}

function target({ type, id }: PermissionOverwrite, { at }: UseLocation): string {
  if (type === PermissionType.User) return `user ${id}`;
  if (type === PermissionType.Role) return id === at.guildId ? "everyone" : `role ${id}`;
  return id === at.channelId ? `channel ${id}` : "all channels";
}

const guildRules: readonly Decide[] = [
  decideAdministrator,
  decideUse,
  decideChannel,
  decideByCommand,
  denyByApplication,
  decideDefault,
  decideByApplication,
];
