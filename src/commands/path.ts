/** One step down into a command: a field, an array index or a locale. */
export type PathKey = string | number;

/** The readable form of a path: `options[2].name_localizations["de"]`. */
export function formatPath(keys: readonly PathKey[]): string {
  return keys.map((key, depth) => formatStep(key, keys[depth - 1])).join("");
}

/** The path into one command of a set, which it names: `ping.options[2].name`, `"High Five".name`. */
export function formatSetPath(keys: readonly PathKey[], commands: unknown): string {
  const [index, ...rest] = keys;
  if (typeof index !== "number") return formatPath(keys);
  const name = Array.isArray(commands) ? readName((commands as unknown[])[index]) : undefined;
  if (name === undefined) return formatPath(keys);
  const label = /^[\p{L}\p{N}_-]{1,32}$/u.test(name) ? name : JSON.stringify(name.slice(0, 64));
  return rest.length === 0 ? label : `${label}.${formatPath(rest)}`;
}

/** The names of the options a path leads through: `["group", "sub", "user"]`. */
export function optionNames(keys: readonly PathKey[], command: unknown): string[] {
  const names: string[] = [];
  let node = command;
  for (const [depth, key] of keys.entries()) {
    node = readField(node, key);
    if (typeof key === "number" && keys[depth - 1] === "options") names.push(readName(node) ?? `[${key}]`);
  }
  return names;
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

/** A field of anything; input may be hostile, so reading may throw. */
function readField(value: unknown, key: PathKey): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Record<PathKey, unknown>)[key];
  } catch {
    return undefined;
  }
}
