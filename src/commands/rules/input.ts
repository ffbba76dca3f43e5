import { fields } from "../../core/check/fields.ts";
import { flag, isObject, listOf, oneOf, optional, type Reader } from "../../core/check/readers.ts";
import { CommandType, InstallationContext } from "../../wire/command.ts";
import type { Profile } from "./grades.ts";

/**
 * Sets an own field of `object`, also one named `__proto__`, to which an assignment means something else. A plan copies
 * thousands of fields, and `Object.fromEntries` takes four times as long.
 */
export function setField(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

// Far above what a valid command has: its texts have 8,000 characters in all, and options nest three levels deep.
const mostParts = 10_000;

const deepest = 32;

// Several times what a scope holds.
const mostCopied = 1000;

/** Values made here: they need no copy. */
export const copies: WeakSet<object> = new WeakSet();

/**
 * A copy that nobody can change, with each field read once, as JSON would write it. A copy is its own copy.
 *
 * @returns undefined for an unreadable value, or a value larger than any command.
 */
export function frozenCopy(value: unknown): object | undefined {
  if (isCopy(value)) return value;
  try {
    const copy = copyOf(value, { left: mostParts }, 0);
    return typeof copy === "object" && copy !== null ? asCopy(copy) : undefined;
  } catch {
    return undefined;
  }
}

/** A copy of an object that holds many commands, such as a plan or a snapshot; undefined for an unreadable one. */
export function takeData(value: unknown): unknown {
  try {
    return copyOf(value, { left: mostCopied * mostParts }, 0);
  } catch {
    return undefined;
  }
}

/** Copies of a list that can be read and is not too long; undefined also where one of it has no copy. */
export function frozenCopies(list: unknown): readonly object[] | undefined {
  try {
    if (!Array.isArray(list) || list.length > mostCopied) return undefined;
    const all = Array.from(list, (one) => frozenCopy(one));
    return all.every((copy) => copy !== undefined) ? all : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is a list of objects of one kind. */
export function isEvery(value: unknown, is: (item: Readonly<Record<string, unknown>>) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && is(item));
}

/** The caller's value as it is now: a value that cannot be copied is returned itself, and refused later. */
export function takeCommand<C extends object>(command: C): C {
  return (frozenCopy(command) as C | undefined) ?? command;
}

/** {@link takeCommand} for each of a list. */
export function takeCommands<C extends object>(list: readonly C[]): readonly C[] {
  return (frozenCopies(list) as readonly C[] | undefined) ?? list;
}

/** Freezes values that were made from parts of a copy. */
export function asCopy<C extends object>(made: C): C {
  copies.add(Object.freeze(made));
  return made;
}

function isCopy(value: unknown): value is object {
  return typeof value === "object" && value !== null && copies.has(value);
}

function copyOf(value: unknown, room: { left: number }, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (--room.left < 0 || depth > deepest) throw new RangeError("no command");
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return copyOf(toJSON.call(value), room, depth + 1);
  if (Array.isArray(value)) return copyList(value, room, depth);
  const given = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(given)) {
    const part = copyOf(given[key], room, depth + 1);
    if (part !== undefined) setField(copy, key, part);
  }
  return Object.freeze(copy);
}

function copyList(list: readonly unknown[], room: { left: number }, depth: number): readonly unknown[] {
  if (list.length > room.left) throw new RangeError("no command");
  const copy: unknown[] = [];
  for (const item of list) copy.push(copyOf(item, room, depth + 1));
  return Object.freeze(copy);
}

// A mistyped option must not check less.
export const code = "invalid_option";

export const readScope: Reader<"global" | "guild"> = oneOf(["global", "guild"], code);

export const readProfile: Reader<Profile | undefined> = optional(oneOf(["spec", "live"], code));

export const readInstalls: Reader<readonly InstallationContext[] | undefined> = optional(
  listOf(oneOf(Object.values(InstallationContext), code)),
);

/** How commands are checked. */
export interface ValidateOptions {
  /** Whether the commands are registered globally or in a guild, which has fewer fields. */
  readonly scope: "global" | "guild";
  /** Whose word counts where the service and its documentation differ. Default `live`, the service. */
  readonly profile?: Profile | undefined;
  /** The fields of an edit: absent fields stay as they are, so nothing is required. Default false. */
  readonly partial?: boolean | undefined;
  /** With `partial`: the type of the live command, where it is known. Names are then checked by its rules. */
  readonly type?: CommandType | undefined;
  /** Whether fields unknown to this library are only a warning: for fields that the service has added since. Default false. */
  readonly allowUnknownFields?: boolean | undefined;
  /** The installation contexts the application supports, where they are known. */
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
}

/** {@link ValidateOptions}, and what only a plan takes. */
export interface CheckOptions extends ValidateOptions {
  /** Whether a command may say by `renamedFrom` what its name was. Default false. */
  readonly takesOrigins?: boolean | undefined;
}

/** Options of a caller. Fails with `invalid_option` or `unknown_option`. */
export const readValidateOptions: Reader<ValidateOptions> = fields<ValidateOptions>(
  {
    scope: readScope,
    profile: readProfile,
    partial: optional(flag),
    type: optional(oneOf(Object.values(CommandType), code)),
    allowUnknownFields: optional(flag),
    applicationInstalls: readInstalls,
  },
  code,
);
