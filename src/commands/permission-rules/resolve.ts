import { nearest } from "../../core/check/nearest.ts";
import { isSnowflake } from "../../core/check/readers.ts";
import { type ClientError, validationError } from "../../core/errors.ts";
import type { GuildMember } from "../../core/request/response.ts";
import { type Command, PermissionType } from "../../wire/command.ts";
import type { GuildChannel, GuildData } from "../../wire/guild.ts";
import type { GuildCommandPermissions } from "../../wire/command.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { quote } from "../plan/plan-text.ts";
import { validatePermissions } from "../rules/validate.ts";
import { allChannelsOf } from "../use/permission-bits.ts";
import type { CheckedRule, CheckedRules } from "./rules.ts";
import type { NamedOverwrite } from "./types.ts";

export interface GuildFacts {
  readonly applicationId: Snowflake;
  readonly guild: GuildData;
  /** Empty if no rule or overwrite refers to a channel. */
  readonly channels: readonly GuildChannel[];
  readonly members: readonly GuildMember[];
  readonly commands: readonly Command[];
  readonly permissions: readonly GuildCommandPermissions[];
}

export interface DesiredOverwrites {
  readonly id: Snowflake;
  readonly name: string;
  readonly overwrites: readonly NamedOverwrite[];
}

export const allCommands = "*";

interface Candidate {
  readonly id: Snowflake;
  readonly name: string;
}

export function resolveRules(all: readonly CheckedRules[], facts: GuildFacts): DesiredOverwrites[] {
  const problems: string[] = [];
  const desired = all.flatMap((one) => {
    const subject = findSubject(one, facts, problems);
    const overwrites = one.rules.flatMap((rule) => findTarget(rule, facts, problems));
    if (!subject) return [];
    checkLimits(overwrites, one, facts, problems);
    return [{ id: subject.id, name: subject.name, overwrites }];
  });
  const twice = desired.find(({ id }, index) => desired.findIndex((one) => one.id === id) < index);
  if (twice) problems.push(`The rules list the command ${quote(twice.name)} twice: by name and by id.`);
  if (problems.length > 0) throw unresolved(facts.guild, problems);
  return desired;
}

function unresolved({ id, name }: GuildData, problems: readonly string[]): ClientError {
  return validationError(
    "unresolved_rules",
    `The rules do not match the guild ${quote(name)} (${id}): ${problems.join(" ")}`,
    "Correct the rules or the guild. To limit a rule to some guilds, list them in its 'in' field.",
  );
}

/** Reports a missing command only if one of its rules applies in this guild. */
function findSubject(
  { key, rules, path }: CheckedRules,
  { applicationId, commands, guild }: GuildFacts,
  problems: string[],
): Candidate | undefined {
  if (key === allCommands) return { id: applicationId, name: allCommands };
  const matching = commands.filter(({ id, name }) => id === key || name === key);
  const isNeeded = rules.length > 0;
  if (matching.length === 0 && !isNeeded) return undefined;
  return only(matching, { path, kind: "command", named: key, guild, among: commands }, problems);
}

function findTarget(rule: CheckedRule, facts: GuildFacts, problems: string[]): NamedOverwrite[] {
  const { kind, named, allow: permission, path } = rule;
  const { guild } = facts;
  if (kind === "channel" && named === allCommands)
    return [{ id: allChannelsOf(guild.id), type: PermissionType.Channel, permission }];
  const { type, among, fits } = candidatesOf(rule, facts);
  const found = only(among.filter(fits), { path: `${path}.${kind}`, kind, named, guild, among }, problems);
  if (!found) return [];
  const isEveryone = kind === "role" && found.id === guild.id;
  return [{ id: found.id, type, permission, ...(!isEveryone && { name: found.name }) }];
}

interface Candidates {
  readonly type: PermissionType;
  readonly among: readonly Candidate[];
  readonly fits: (one: Candidate) => boolean;
}

function candidatesOf({ kind, named }: CheckedRule, facts: GuildFacts): Candidates {
  const fits = ({ id, name }: Candidate) => id === named || name === named;
  switch (kind) {
    case "role":
      return { type: PermissionType.Role, among: facts.guild.roles, fits };
    case "user":
      return { type: PermissionType.User, among: facts.members.map(userOf), fits };
    case "channel": {
      const among = facts.channels.map(({ id, name }) => ({ id, name: name ?? id }));
      return {
        type: PermissionType.Channel,
        among,
        fits: (one) => fits(one) || `#${one.name}` === named,
      };
    }
  }
}

export function userOf({ user }: Pick<GuildMember, "user">): Candidate {
  return { id: user.id, name: user.username };
}

interface Lookup {
  readonly path: string;
  readonly kind: "command" | CheckedRule["kind"];
  readonly named: string;
  readonly guild: GuildData;
  readonly among: readonly Candidate[];
}

const maxListed = 8;

function only(
  found: readonly Candidate[],
  { path, kind, named, among }: Lookup,
  problems: string[],
): Candidate | undefined {
  const [first, ...others] = found;
  if (first && others.length === 0) return first;
  const what = `${path} refers to the ${kind} ${quote(named)}`;
  if (first) {
    const ids = found.map(({ id }) => id).join(", ");
    problems.push(`${what}, but the guild has ${found.length} with that name. Use an id: ${ids}.`);
    return undefined;
  }
  const near = isSnowflake(named)
    ? undefined
    : nearest(
        named,
        among.map(({ name }) => name),
      );
  const guess = near === undefined ? "" : ` Did you mean ${quote(near)}?`;
  const listed = among.slice(0, maxListed).map(({ name }) => quote(name));
  const more = among.length > maxListed ? ` and ${among.length - maxListed} more` : "";
  // Members are not listed, because only those named in rules were read.
  const known = kind === "user" || listed.length === 0 ? "" : ` The guild has ${listed.join(", ")}${more}.`;
  problems.push(`${what}, which does not exist in the guild.${guess}${known}`);
  return undefined;
}

function checkLimits(
  overwrites: readonly NamedOverwrite[],
  { rules, path }: CheckedRules,
  { guild }: GuildFacts,
  problems: string[],
): void {
  // If a name could not be resolved, the overwrites' indexes no longer match those of the rules.
  if (overwrites.length < rules.length) return;
  const bare = overwrites.map(({ id, type, permission }) => ({ id, type, permission }));
  for (const { keys, value, message, fix } of validatePermissions(bare, { guildId: guild.id })) {
    const rule = rules[Number(keys[0])];
    problems.push(rule ? `${rule.path}: ${value} ${message} ${fix}` : `${path} ${message} ${fix}`);
  }
}
