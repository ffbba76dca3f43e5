import { fields } from "../../core/check/fields.ts";
import { flag, isObject, listOf, oneOf, optional, type Reader } from "../../core/check/readers.ts";
import { CommandType, InstallationContext } from "../../wire/command.ts";
import type { Profile } from "./grades.ts";

/** Sets even `__proto__` as an own property. Four times as fast as `Object.fromEntries`. */
export function setField(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

// Far more than any valid command needs: strings are limited to 8,000 characters in total, and options to three levels of
// nesting.
const maxParts = 10_000;

const deepest = 32;

const maxCopies = 1000;

export const copies: WeakSet<object> = new WeakSet();

/**
 * Returns a deeply frozen copy with the fields that JSON would serialize, or `undefined` if the value is unreadable or too large.
 */
export function frozenCopy(value: unknown): object | undefined {
  if (isCopy(value)) return value;
  try {
    const copy = copyOf(value, { remaining: maxParts }, 0);
    return typeof copy === "object" && copy !== null ? asCopy(copy) : undefined;
  } catch {
    return undefined;
  }
}

/** Copies a value that may contain many commands, such as a plan or a snapshot. Returns `undefined` if the value is unreadable. */
export function takeData(value: unknown): unknown {
  try {
    return copyOf(value, { remaining: maxCopies * maxParts }, 0);
  } catch {
    return undefined;
  }
}

/** Returns `undefined` if the list is too long or any item cannot be copied. */
export function frozenCopies(list: unknown): readonly object[] | undefined {
  try {
    if (!Array.isArray(list) || list.length > maxCopies) return undefined;
    const all = Array.from(list, (one) => frozenCopy(one));
    return all.every((copy) => copy !== undefined) ? all : undefined;
  } catch {
    return undefined;
  }
}

export function isEvery(value: unknown, is: (item: Readonly<Record<string, unknown>>) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && is(item));
}

/** If the command cannot be copied, returns it unchanged; validation rejects it later. */
export function takeCommand<C extends object>(command: C): C {
  return (frozenCopy(command) as C | undefined) ?? command;
}

export function takeCommands<C extends object>(list: readonly C[]): readonly C[] {
  return (frozenCopies(list) as readonly C[] | undefined) ?? list;
}

export function asCopy<C extends object>(made: C): C {
  copies.add(Object.freeze(made));
  return made;
}

function isCopy(value: unknown): value is object {
  return typeof value === "object" && value !== null && copies.has(value);
}

function copyOf(value: unknown, budget: { remaining: number }, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (--budget.remaining < 0 || depth > deepest) throw new RangeError("no command");
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return copyOf(toJSON.call(value), budget, depth + 1);
  if (Array.isArray(value)) return copyList(value, budget, depth);
  const given = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(given)) {
    const part = copyOf(given[key], budget, depth + 1);
    if (part !== undefined) setField(copy, key, part);
  }
  return Object.freeze(copy);
}

function copyList(
  list: readonly unknown[],
  budget: { remaining: number },
  depth: number,
): readonly unknown[] {
  if (list.length > budget.remaining) throw new RangeError("no command");
  const copy: unknown[] = [];
  for (const item of list) copy.push(copyOf(item, budget, depth + 1));
  return Object.freeze(copy);
}

// An invalid option must not silently weaken the check.
export const code = "invalid_option";

export const readScope: Reader<"global" | "guild"> = oneOf(["global", "guild"], code);

export const readProfile: Reader<Profile | undefined> = optional(oneOf(["spec", "live"], code));

export const readInstalls: Reader<readonly InstallationContext[] | undefined> = optional(
  listOf(oneOf(Object.values(InstallationContext), code)),
);

/** Options for checking commands. @stable */
export interface ValidateOptions {
  /** The scope. Guild commands have fewer fields. */
  readonly scope: "global" | "guild";
  /** The rule profile. Default `live`. */
  readonly profile?: Profile | undefined;
  /** Whether this is an edit, which has no required fields. Default false. */
  readonly partial?: boolean | undefined;
  /** If `partial` is set: the live command's type, if known. It determines the name rules. */
  readonly type?: CommandType | undefined;
  /** Whether unknown fields only cause a warning. Default false. */
  readonly allowUnknownFields?: boolean | undefined;
  /** The installation contexts the application supports, if known. */
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
}

export interface CheckOptions extends ValidateOptions {
  readonly takesOrigins?: boolean | undefined;
}

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
