import { cut } from "../errors.ts";

/** A field, array index or locale in a path. @stable */
export type PathKey = string | number;

export function formatPath(keys: readonly PathKey[]): string {
  return keys.map((key, depth) => formatStep(key, keys[depth - 1])).join("");
}

/** Formats a path within a list of commands, such as `ping.options[2].name` or `"High Five".name`. */
export function formatSetPath(keys: readonly PathKey[], commands: unknown): string {
  const [index, ...rest] = keys;
  const name = index === undefined ? undefined : readName(readField(commands, index));
  return name === undefined ? formatPath(keys) : joinPath(formatLabel(name), formatPath(rest));
}

/** A field's location in the request body. @stable */
export interface FieldLocation {
  /** The path, with names instead of array indexes: `ping.options["sub"].options["user"].name`. */
  readonly path: string;
  readonly command?: string;
  /** The option's name, preceded by its parents' names: `group sub user`. */
  readonly option?: string;
}

/** @param body - A command, the list for a bulk overwrite, or any other value. */
export function locationOf(keys: readonly PathKey[], body: unknown): FieldLocation {
  const [index] = keys;
  const item = typeof index === "number" ? readField(body, index) : undefined;
  const rest = item === undefined ? keys : keys.slice(1);
  const command = item ?? body;
  const name = readName(command);
  const { path, options } = describeKeys(rest, command);
  return {
    path: name === undefined ? describeKeys(keys, body).path : joinPath(formatLabel(name), path),
    ...(name !== undefined && { command: name }),
    ...(options.length > 0 && { option: options.join(" ") }),
  };
}

function describeKeys(keys: readonly PathKey[], from: unknown): { path: string; options: string[] } {
  const options: string[] = [];
  let path = "";
  let node = from;
  for (const [depth, key] of keys.entries()) {
    const parent = keys[depth - 1];
    node = readField(node, key);
    const name = typeof key === "number" && parent !== undefined ? readName(node) : undefined;
    path += name === undefined ? formatStep(key, parent) : `[${JSON.stringify(cut(name, 64))}]`;
    if (typeof key === "number" && parent === "options") options.push(name ?? `[${key}]`);
  }
  return { path, options };
}

function joinPath(label: string, path: string): string {
  return path === "" || path.startsWith("[") ? label + path : `${label}.${path}`;
}

function formatLabel(name: string): string {
  return /^[\p{L}\p{N}_-]{1,32}$/u.test(name) ? name : JSON.stringify(cut(name, 64));
}

function formatStep(key: PathKey, parent: PathKey | undefined): string {
  if (typeof key === "number") return `[${key}]`;
  const isEntry = typeof parent === "string" && parent.endsWith("_localizations");
  if (isEntry || !/^\w+$/.test(key)) return `[${JSON.stringify(key)}]`;
  return parent === undefined ? key : `.${key}`;
}

function readName(value: unknown): string | undefined {
  const name = readField(value, "name");
  return typeof name === "string" ? name : undefined;
}

/** A hostile getter may throw. */
function readField(value: unknown, key: PathKey): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Record<PathKey, unknown>)[key];
  } catch {
    return undefined;
  }
}
