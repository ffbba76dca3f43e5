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
 * One line about who may use a command. It has `role`, `user` or `channel`, and only one of them (Discord documentation,
 * Application Commands, "Application Command Permissions Structure").
 */
export interface PermissionRule {
  /** A role, by its id or its name in the guild; `@everyone` for all members. */
  readonly role?: string | undefined;
  /** A member of the guild, by id or username. */
  readonly user?: string | undefined;
  /** A channel, by its id or its name, with or without `#`; `*` for all channels. */
  readonly channel?: string | undefined;
  /** Whether they may use the command, or it may be used there. */
  readonly allow: boolean;
  /** The guild, or the guilds, for which the rule is meant: ids. Default: every guild. */
  readonly in?: Snowflake | readonly Snowflake[] | undefined;
}

/**
 * Who may use which command. A key is the name or the id of a command; `*` is the application itself, whose rules count for
 * all commands without rules of their own. The rules of a key are everything that a command has in a guild: other
 * overwrites of it go away. Commands without a key stay as they are.
 */
export type PermissionRules = Readonly<Record<string, readonly PermissionRule[]>>;

/** A rule that was read. */
export interface CheckedRule {
  readonly kind: (typeof kinds)[number];
  /** The id or the name. */
  readonly named: string;
  readonly allow: boolean;
  /** Undefined for every guild. */
  readonly guildIds: readonly Snowflake[] | undefined;
  /** Where it stands: `permissions.match[0]`. */
  readonly path: string;
}

/** The rules of a command. */
export interface CheckedRules {
  /** The name or the id of the command, or `*`. */
  readonly key: string;
  readonly rules: readonly CheckedRule[];
  /** Where they stand: `permissions.match`. */
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
      `${path} names ${first === undefined ? "nobody" : given.map(([kind]) => kind).join(" and ")}.`,
      "Give it one of role, user and channel.",
    );
  }
  const guildIds = typeof rule.in === "string" ? [rule.in] : rule.in;
  return { kind: first[0], named: first[1], allow: rule.allow, guildIds, path };
});
const readList = listOf(readRule);

/**
 * The rules of each command, copied.
 *
 * @throws ClientError `invalid_argument`, `invalid_id` or `unknown_option`, whose message says where.
 */
export function readRules(given: unknown): readonly CheckedRules[] {
  const name = "permissions";
  if (!isObject(given)) throw wrongArgument(name, given, "an object with a list of rules for each command");
  return readable(name, () => Object.entries(given)).map(([key, list]) => {
    const path = `${name}${stepOf(key)}`;
    return { key, rules: readList(list, path), path };
  });
}

/** The rules that count in a guild. */
export function rulesIn(rules: readonly CheckedRules[], guildId: Snowflake): readonly CheckedRules[] {
  const counts = ({ guildIds }: CheckedRule) => guildIds?.includes(guildId) ?? true;
  return rules.map((one) => ({ ...one, rules: one.rules.filter(counts) }));
}

function stepOf(key: string): string {
  return /^[\w-]{1,40}$/.test(key) ? `.${key}` : `[${JSON.stringify(cut(key, 40))}]`;
}
