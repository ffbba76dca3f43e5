import { asCopy } from "./frozen-copy.ts";
import type { ValidateOptions } from "./options-of-validation.ts";
import { defaultProfile } from "./grades.ts";

declare const proof: unique symbol;

/** A command that the rules have nothing against, and that nobody can change any more. */
export type Proven<Command> = Command & { readonly [proof]: true };

/** By which rules each was checked. */
const rulesOf = new WeakMap<object, ReadonlySet<string>>();

/** Whether exactly these rules were applied: the scope, the profile and the installation contexts are part of them. */
export function isProven<C>(command: C, options: ValidateOptions): command is Proven<C> {
  return (
    typeof command === "object" && command !== null && rulesOf.get(command)?.has(keyOf(options)) === true
  );
}

/** Notes that a frozen command passed a check: for the checks themselves. */
export function remember<C extends object>(command: C, options: ValidateOptions): Proven<C> {
  rulesOf.set(command, new Set([...(rulesOf.get(command) ?? []), keyOf(options)]));
  return command as Proven<C>;
}

/** A proven command with fields that no rule of a single command looks at: its id, and the name it had. */
export function passOn<C extends object>(from: object, to: C): C {
  const rules = rulesOf.get(from);
  if (rules) rulesOf.set(asCopy(to), rules);
  return to;
}

function keyOf({
  scope,
  profile = defaultProfile,
  partial = false,
  applicationInstalls,
}: ValidateOptions): string {
  return JSON.stringify([scope, profile, partial, applicationInstalls ?? null]);
}
