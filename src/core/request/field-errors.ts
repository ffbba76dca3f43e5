import { ClientError, type ClientErrorInit } from "../errors.ts";

/** One step down into a command: a field, an array index or a locale. */
export type PathKey = string | number;

/** The readable form of a path: `options[2].name_localizations["de"]`. */
export function formatPath(keys: readonly PathKey[]): string {
  return keys.map((key, depth) => formatStep(key, keys[depth - 1])).join("");
}

/** The path into one command of a set, which it names: `ping.options[2].name`, `"High Five".name`. */
export function formatSetPath(keys: readonly PathKey[], commands: unknown): string {
  const [index, ...rest] = keys;
  const name = index === undefined ? undefined : readName(readField(commands, index));
  return name === undefined ? formatPath(keys) : joinPath(formatLabel(name), formatPath(rest));
}

/** The path to a field in the sent body. */
export interface FieldPlace {
  /** With names instead of array indexes: `ping.options["sub"].options["user"].name`. */
  readonly path: string;
  /** The name of the command. */
  readonly command?: string;
  /** The names of the option and those around it: `group sub user`. */
  readonly option?: string;
}

/**
 * Names the place of a path.
 *
 * @param body - a command, the list of a bulk overwrite, or anything else.
 */
export function placeOf(keys: readonly PathKey[], body: unknown): FieldPlace {
  const [index] = keys;
  const item = typeof index === "number" ? readField(body, index) : undefined;
  const rest = item === undefined ? keys : keys.slice(1);
  const command = item ?? body;
  const name = readName(command);
  const { path, options } = walk(rest, command);
  return {
    path: name === undefined ? walk(keys, body).path : joinPath(formatLabel(name), path),
    ...(name !== undefined && { command: name }),
    ...(options.length > 0 && { option: options.join(" ") }),
  };
}

/** Goes down a path, and takes the names of what it leads through. */
function walk(keys: readonly PathKey[], from: unknown): { path: string; options: string[] } {
  const options: string[] = [];
  let path = "";
  let node = from;
  for (const [depth, key] of keys.entries()) {
    const parent = keys[depth - 1];
    node = readField(node, key);
    const name = typeof key === "number" && parent !== undefined ? readName(node) : undefined;
    path += name === undefined ? formatStep(key, parent) : `[${JSON.stringify(name.slice(0, 64))}]`;
    if (typeof key === "number" && parent === "options") options.push(name ?? `[${key}]`);
  }
  return { path, options };
}

function joinPath(label: string, path: string): string {
  return path === "" || path.startsWith("[") ? label + path : `${label}.${path}`;
}

function formatLabel(name: string): string {
  return /^[\p{L}\p{N}_-]{1,32}$/u.test(name) ? name : JSON.stringify(name.slice(0, 64));
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

/** One problem in a request body. */
export interface FieldError extends FieldPlace {
  /** The service's word, for example `BASE_TYPE_BAD_LENGTH`; or the id of a rule, when nothing was sent. */
  readonly code: string;
  readonly message: string;
}

/** A refusal by the service, with everything it said (Discord documentation, Reference, "Error Messages"). */
export class ApiError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", {
      value: "ApiError",
      configurable: true,
      writable: true,
    });
  }
  /** Every problem of the request body; empty when the service named none. */
  readonly fieldErrors: readonly FieldError[];

  constructor(init: ClientErrorInit & { readonly fieldErrors?: readonly FieldError[] }) {
    super(init);
    this.fieldErrors = init.fieldErrors ?? [];
  }
}

// A body of any depth is read without recursion running away; real trees are about ten levels deep.
const deepest = 32;
const most = 1000;
// The longest fields and locales have about 30 characters.
const longestKey = 100;

/**
 * The service's error tree as a flat list: the first 1,000 errors, whatever the tree is made of.
 *
 * @param errors - the `errors` of the answer, unchecked.
 * @param body - what was sent: a command, or the list of a bulk overwrite; names are taken from it.
 */
export function flattenFieldErrors(errors: unknown, body: unknown): FieldError[] {
  const found: FieldError[] = [];
  collect(errors, [], body, found);
  return found;
}

function collect(node: unknown, keys: readonly PathKey[], body: unknown, found: FieldError[]): void {
  if (typeof node !== "object" || node === null || keys.length > deepest) return;
  for (const [key, child] of Object.entries(node)) {
    if (found.length >= most) return;
    if (key !== "_errors") collect(child, [...keys, toPathKey(key)], body, found);
    else if (Array.isArray(child)) addLeaves(child, placeOf(keys, body), found);
  }
}

function addLeaves(leaves: readonly unknown[], place: FieldPlace, found: FieldError[]): void {
  for (const leaf of leaves.slice(0, most - found.length)) found.push({ ...place, ...readLeaf(leaf) });
}

/** A long key is not cut: half a secret would not be found in it. */
function toPathKey(key: string): PathKey {
  if (key.length > longestKey) return `a key of ${key.length} characters`;
  return /^(0|[1-9]\d{0,8})$/.test(key) ? Number(key) : key;
}

function readLeaf(leaf: unknown): Pick<FieldError, "code" | "message"> {
  const { code, message } = (leaf ?? {}) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === "string" ? code : "UNKNOWN",
    message: typeof message === "string" ? message : "The service gave no reason.",
  };
}
