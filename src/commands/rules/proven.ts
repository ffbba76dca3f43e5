import { asCopy } from "./frozen-copy.ts";
import type { CheckOptions } from "./options-of-validation.ts";
import { defaultProfile } from "./grades.ts";
import type { Finding } from "./visit.ts";

declare const proof: unique symbol;

/** A command that the rules have no error against, and that nobody can change any more. */
export type Proven<Command> = Command & { readonly [proof]: true };

/** By which rules each was checked, and their warnings. */
const warningsOf = new WeakMap<object, ReadonlyMap<string, readonly Finding[]>>();

/**
 * The warnings about a command that was proven by exactly these rules, to which the scope, the profile and the installation
 * contexts belong; undefined for others.
 */
export function warningsAbout(command: unknown, options: CheckOptions): readonly Finding[] | undefined {
  if (typeof command !== "object" || command === null) return undefined;
  // Only a plan takes it.
  if (!options.takesOrigins && "renamedFrom" in command) return undefined;
  return warningsOf.get(command)?.get(keyOf(options));
}

/** Notes that a frozen command passed a check: for the checks themselves. */
export function remember<C extends object>(
  command: C,
  options: CheckOptions,
  warnings: readonly Finding[],
): Proven<C> {
  // Without unknown fields it makes no difference whether they are allowed.
  const isKnown = warnings.every(({ rule }) => rule !== "unknown-field");
  const allowed = isKnown ? [true, false] : [true];
  const keys = allowed.map((allowUnknownFields) => keyOf({ ...options, allowUnknownFields }));
  const known = warningsOf.get(command) ?? [];
  warningsOf.set(command, new Map([...known, ...keys.map((key) => [key, warnings] as const)]));
  return command as Proven<C>;
}

/** A proven command with fields that no rule of a single command looks at: its id, and the name it had. */
export function passOn<C extends object>(from: object, to: C): C {
  const warnings = warningsOf.get(from);
  if (warnings) warningsOf.set(asCopy(to), warnings);
  return to;
}

function keyOf({
  scope,
  profile = defaultProfile,
  partial = false,
  type,
  allowUnknownFields = false,
  applicationInstalls,
}: CheckOptions): string {
  return JSON.stringify([scope, profile, partial, type, allowUnknownFields, applicationInstalls ?? null]);
}
