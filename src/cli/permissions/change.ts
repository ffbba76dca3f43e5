import type { PermissionOverwrite } from "slashpass/commands";
import { misunderstood } from "../frame/failure.ts";
import { describeWhom, isSame, parseWhom, type Whom } from "./whom.ts";

/** The changes to a list of overwrites. */
export interface Change {
  readonly set: readonly PermissionOverwrite[];
  readonly remove: readonly Whom[];
}

/** @throws Failure `misunderstood`. */
export function readChange(
  given: {
    readonly allow: readonly string[];
    readonly deny: readonly string[];
    readonly remove: readonly string[];
  },
  guildId: string,
): Change {
  const read = (whom: readonly string[]) => whom.map((text) => parseWhom(text, guildId));
  const change = {
    set: [
      ...read(given.allow).map((whom) => ({ ...whom, permission: true })),
      ...read(given.deny).map((whom) => ({ ...whom, permission: false })),
    ],
    remove: read(given.remove),
  };
  const named: readonly Whom[] = [...change.set, ...change.remove];
  if (named.length === 0) throw misunderstood("No change is given.", "Give --allow, --deny or --remove.");
  const twice = named.find((one, index) => named.some((other, at) => at < index && isSame(one, other)));
  if (!twice) return change;
  throw misunderstood(`${describeWhom(twice, guildId)} is given twice.`, "Give each one only once.");
}

/** The overwrites afterwards: those that are not named stay. */
export function changed(
  before: readonly PermissionOverwrite[],
  { set, remove }: Change,
): PermissionOverwrite[] {
  const named = [...set, ...remove];
  return [...before.filter((one) => !named.some((other) => isSame(one, other))), ...set];
}

/** The removed overwrites, then the new ones. */
export function differences(before: readonly PermissionOverwrite[], after: readonly PermissionOverwrite[]) {
  return [
    ...before.filter((one) => !has(after, one)).map((overwrite) => ({ mark: "-", overwrite }) as const),
    ...after.filter((one) => !has(before, one)).map((overwrite) => ({ mark: "+", overwrite }) as const),
  ];
}

function has(all: readonly PermissionOverwrite[], one: PermissionOverwrite): boolean {
  return all.some((other) => isSame(one, other) && one.permission === other.permission);
}
