import { isObject } from "../../core/check/readers.ts";
import type { Change } from "./plan-types.ts";

export class Languages {
  readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  toString(): string {
    return `${this.count} languages`;
  }
}

/** More translations than this would hide other changes. */
const mostShown = 3;

/** Replaces more than three translations with their number, at any depth. */
export function foldField(key: string, value: unknown): unknown {
  if (!key.endsWith("_localizations") || !isObject(value)) return foldLanguages(value);
  const count = Object.keys(value).length;
  return count > mostShown ? new Languages(count) : value;
}

function foldLanguages(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(foldLanguages);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, foldField(key, inner)]));
}

const translation = /^(.*_localizations)\["(?:[^"\\]|\\.)*"\]$/;

export function foldChanges(changes: readonly Change[]): Change[] {
  // Two changes can share a path: an option removed from an index, and one added there.
  const parts = new Map<string | Change, Change[]>();
  for (const change of changes) {
    const { path, from, to } = change;
    const [, text] = translation.exec(path) ?? [];
    const part = parts.get(text ?? change) ?? [];
    part.push({ path, from: foldLanguages(from), to: foldLanguages(to) });
    parts.set(text ?? change, part);
  }
  return [...parts].flatMap(([text, part]) =>
    typeof text === "string" && part.length > mostShown ? foldText(text, part) : part,
  );
}

function foldText(path: string, changes: readonly Change[]): Change[] {
  const come = changes.filter(({ from }) => from === undefined).length;
  const gone = changes.filter(({ to }) => to === undefined).length;
  const changed = changes.length - come - gone;
  return [
    { path, from: languages(gone), to: undefined },
    { path, from: languages(changed), to: languages(changed) },
    { path, from: undefined, to: languages(come) },
  ].filter(({ from, to }) => from !== undefined || to !== undefined);
}

function languages(count: number): Languages | undefined {
  return count === 0 ? undefined : new Languages(count);
}
