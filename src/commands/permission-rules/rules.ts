import { fields } from "../../core/check/fields.ts";
import {
  flag,
  isObject,
  listOf,
  optional,
  parseSnowflake,
  readable,
  textOf,
  wrongArgument,
  andThen,
} from "../../core/check/readers.ts";
import { cut, validationError } from "../../core/errors.ts";
import type { Snowflake } from "../../wire/snowflake.ts";

/**
 * A rule that allows or denies the use of a command. Exactly one of `role`, `user` and `channel` must be set (Discord
 * documentation, Application Commands, "Application Command Permissions Structure").
 *
 * @stable
 */
export interface PermissionRule {
  /** A role's id or name, or `@everyone` for all members. */
  readonly role?: string | undefined;
  /** The id or username of a guild member. */
  readonly user?: string | undefined;
  /** A channel's id, its name with or without `#`, or `*` for all channels. */
  readonly channel?: string | undefined;
  /** Whether the command may be used. */
  readonly allow: boolean;
  /** The ids of the guilds that the rule applies to. Default: all guilds. */
  readonly in?: Snowflake | readonly Snowflake[] | undefined;
}

/**
 * Rules, keyed by command name or id; `*` applies to all commands that have no rules of their own. A command's rules replace all
 * of its overwrites in a guild. Commands without rules are left unchanged.
 *
 * @stable
 */
export type PermissionRules = Readonly<Record<string, readonly PermissionRule[]>>;

export interface CheckedRule {
  readonly kind: (typeof kinds)[number];
  readonly named: string;
  readonly allow: boolean;
  /** `undefined` means all guilds. */
  readonly guildIds: readonly Snowflake[] | undefined;
  /** For example, `permissions.match[0]`. */
  readonly path: string;
}

export interface CheckedRules {
  readonly key: string;
  readonly rules: readonly CheckedRule[];
  /** For example, `permissions.match`. */
  readonly path: string;
}

const kinds = ["role", "user", "channel"] as const;

const readFields = fields<PermissionRule>({
  role: optional(textOf()),
  user: optional(textOf()),
  channel: optional(textOf()),
  allow: flag,
  in: optional((value, name) => (Array.isArray(value) ? readIds(value, name) : parseSnowflake(value, name))),
});
const readIds = listOf(parseSnowflake);

const readRule = andThen(readFields, (rule, path): CheckedRule => {
  const given = kinds.flatMap((kind) => (rule[kind] === undefined ? [] : [[kind, rule[kind]] as const]));
  const [first] = given;
  if (first === undefined || given.length > 1) {
    throw validationError(
      "invalid_argument",
      `${path} sets ${first === undefined ? "no role, user or channel" : given.map(([kind]) => kind).join(" and ")}.`,
      "Set exactly one of role, user and channel.",
    );
  }
  const guildIds = typeof rule.in === "string" ? [rule.in] : rule.in;
  return { kind: first[0], named: first[1], allow: rule.allow, guildIds, path };
});
const readList = listOf(readRule);

export function readRules(given: unknown): readonly CheckedRules[] {
  const name = "permissions";
  if (!isObject(given)) throw wrongArgument(name, given, "an object with a list of rules for each command");
  return readable(name, () => Object.entries(given)).map(([key, list]) => {
    const path = `${name}${stepOf(key)}`;
    return { key, rules: readList(list, path), path };
  });
}

export function rulesIn(rules: readonly CheckedRules[], guildId: Snowflake): readonly CheckedRules[] {
  const counts = ({ guildIds }: CheckedRule) => guildIds?.includes(guildId) ?? true;
  return rules.map((one) => ({ ...one, rules: one.rules.filter(counts) }));
}

function stepOf(key: string): string {
  return /^[\w-]{1,40}$/.test(key) ? `.${key}` : `[${JSON.stringify(cut(key, 40))}]`;
}
