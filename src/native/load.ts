import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, toNamespacedPath } from "node:path";
import { type Reader, readerOf } from "../core/check/readers.ts";
import { foreignOwner, type FileSearch } from "../core/resolve/ownership.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import type { Addon } from "./binding.ts";
import {
  supportedTargets,
  currentTarget,
  locateCode,
  searchOf,
  isCheckout,
  addonPaths,
  reasonFor,
} from "./addon-paths.ts";

/** Validates the addon's path. A missing file is reported only when the addon is loaded. */
export const readAddonPath: Reader<string> = readerOf(
  "the absolute path of slashpass.node",
  (value) => typeof value === "string" && isAbsolute(value) && !value.includes("\0"),
  {
    code: "invalid_addon_path",
    hint: 'Build it from your program\'s folder: join(import.meta.dirname, "slashpass.node"). Convert a file: URL with fileURLToPath.',
  },
);

export interface LoadFailure {
  readonly path: string;
  readonly reason: string;
  /** Node's error code. Absent if the file does not exist. */
  readonly code?: string | undefined;
}

export type SearchScope = "addonPath" | "checkout" | "everywhere";

export function addonUnavailable(failures: readonly LoadFailure[], scope: SearchScope): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "addon_unavailable",
    message: `The slashpass native addon for ${currentTarget()} could not be loaded (${listFailures(failures)}).`,
    hint: adviceFor(failures, scope),
  });
}

function adviceFor(failures: readonly LoadFailure[], scope: SearchScope): string {
  if (failures.some(({ code }) => code === "ERR_DLOPEN_DISABLED"))
    return "Allow addons in Node.js's permission model: --allow-addons.";
  if (scope === "checkout") return "Run `npm run build:native`.";
  if (scope === "addonPath")
    return "Pass the path of slashpass.node as addonPath and put redirect-opener in the same folder.";
  const target = currentTarget();
  if (!supportedTargets.includes(target)) {
    return `Addons are available only for ${supportedTargets.join(", ")}. On other systems, logs and createRedactor do not work; use the loopback redirect.`;
  }
  return (
    `If the package was bundled, copy the folder node_modules/slashpass/prebuilds/${target} to prebuilds/${target} next ` +
    "to the bundle or the program, or pass the path of slashpass.node as addonPath. In an Electron app, keep .node files out of " +
    "the asar archive."
  );
}

let given: string | undefined;

let loaded: { readonly opened: Addon; readonly file: string; readonly scope: SearchScope } | undefined;

/** The loaded addon's file and why it was chosen. */
export interface AddonOrigin {
  readonly file: string;
  readonly reason: string;
}

/** Sets the addon's path for later calls. Has no effect once the addon is loaded. */
export function setAddonPath(path: string | undefined): void {
  given = path ?? given;
}

/**
 * Finds and loads the addon on the first call; importing the package does neither.
 *
 * @throws ClientError `addon_unavailable` (Disabled), which lists the searched files and gives advice.
 */
export function loadAddon(): Addon {
  return loadOnce().opened;
}

/** Returns the loaded addon's file. */
export function addonFile(): string {
  return loadOnce().file;
}

/** Loads the addon and returns its origin. */
export function addonOrigin(): AddonOrigin {
  const { file, scope } = loadOnce();
  return { file, reason: scope === "addonPath" ? "passed as addonPath" : reasonFor(file, locateCode()) };
}

function loadOnce() {
  loaded ??= given === undefined ? find() : load([given], "addonPath");
  return loaded;
}

/**
 * Loads another addon of the package, which is in the same directories as slashpass.node. Its exports are not checked.
 *
 * @throws The same errors as {@link loadAddon}.
 */
export function loadOtherAddon(name: string): unknown {
  return (given === undefined ? find(name) : load([join(dirname(given), name)], "addonPath")).opened;
}

function find(name?: string) {
  const where = locateCode();
  const scope = isCheckout(where) ? "checkout" : "everywhere";
  return load(addonPaths(where, name), scope, searchOf(where), where.refused);
}

function load(
  paths: readonly string[],
  scope: SearchScope,
  search?: FileSearch,
  refused: readonly LoadFailure[] = [],
) {
  const unavailable = (failures: readonly LoadFailure[]) =>
    addonUnavailable([...refused, ...failures], scope);
  return { ...openFirst(paths, open, unavailable, search), scope };
}

/**
 * Opens the first of `paths` that can be opened.
 *
 * @param search - Limits the search to files with trusted owners. If omitted, any owner is accepted.
 */
export function openFirst<T>(
  paths: readonly string[],
  openFile: (path: string) => T,
  unavailable: (failures: readonly LoadFailure[]) => ClientError,
  search?: FileSearch,
): { readonly opened: T; readonly file: string } {
  const failures: LoadFailure[] = [];
  for (const file of paths) {
    try {
      const foreign = search && foreignOwner(file, search);
      if (!foreign && existsSync(file)) return { opened: openFile(file), file };
      failures.push(foreign ?? { path: file, reason: "not there" });
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      failures.push({ path: file, reason: message.split("\n")[0] ?? "", code });
    }
  }
  throw unavailable(failures);
}

export function listFailures(failures: readonly LoadFailure[]): string {
  return failures.map(({ path, reason }) => `${path}: ${reason}`).join("; ");
}

/** Does not use `require`, because bundlers would analyze it. */
function open(path: string): Addon {
  const addon = { exports: {} };
  process.dlopen(addon, toNamespacedPath(path));
  return addon.exports as Addon;
}
