import { existsSync } from "node:fs";
import { isAbsolute, toNamespacedPath } from "node:path";
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

/** Validates the addon's path. A missing file is reported when it is loaded. */
export const readAddonPath: Reader<string> = readerOf(
  "the absolute path of slashpass.node",
  (value) => typeof value === "string" && isAbsolute(value) && !value.includes("\0"),
  {
    code: "invalid_addon_path",
    hint: 'Build it from the folder of your program: join(import.meta.dirname, "slashpass.node"). Convert a file: URL with fileURLToPath.',
  },
);

export interface LoadFailure {
  readonly path: string;
  readonly reason: string;
  /** Node's error code; absent if the file does not exist. */
  readonly code?: string | undefined;
}

export type SearchScope = "addonPath" | "checkout" | "everywhere";

export function addonUnavailable(failures: readonly LoadFailure[], scope: SearchScope): ClientError {
  const list = failures.map(({ path, reason }) => `${path}: ${reason}`).join("; ");
  return new ClientError({
    type: ErrorType.Disabled,
    code: "addon_unavailable",
    message: `The native addon of slashpass for ${currentTarget()} could not be loaded (${list}).`,
    hint: adviceFor(failures, scope),
  });
}

function adviceFor(failures: readonly LoadFailure[], scope: SearchScope): string {
  if (failures.some(({ code }) => code === "ERR_DLOPEN_DISABLED"))
    return "Allow addons in the permission model of Node.js: --allow-addons.";
  if (scope === "checkout") return "Run `npm run build:native`.";
  if (scope === "addonPath")
    return "Pass the path of slashpass.node as addonPath, with redirect-opener in the same folder.";
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

let loaded: { readonly addon: Addon; readonly file: string; readonly scope: SearchScope } | undefined;

/** The file of the loaded addon, and why it was chosen. */
export interface AddonOrigin {
  readonly file: string;
  readonly reason: string;
}

/** Sets the addon's path for later calls. Does not affect a loaded addon. */
export function setAddonPath(path: string | undefined): void {
  given = path ?? given;
}

/**
 * Finds and loads the addon on the first call; importing the package does neither.
 *
 * @throws ClientError `addon_unavailable` (Disabled) with the searched files and advice.
 */
export function loadAddon(): Addon {
  return loadOnce().addon;
}

/**
 * Returns the file of the loaded addon.
 *
 * @throws the errors thrown by {@link loadAddon}.
 */
export function addonFile(): string {
  return loadOnce().file;
}

/**
 * Loads the addon and returns its origin.
 *
 * @throws the errors thrown by {@link loadAddon}.
 */
export function addonOrigin(): AddonOrigin {
  const { file, scope } = loadOnce();
  return { file, reason: scope === "addonPath" ? "given as addonPath" : reasonFor(file, locateCode()) };
}

function loadOnce() {
  loaded ??= given === undefined ? find() : load([given], "addonPath");
  return loaded;
}

function find() {
  const where = locateCode();
  const scope = isCheckout(where) ? "checkout" : "everywhere";
  return load(addonPaths(where), scope, searchOf(where), where.refused);
}

/** @param search - limits the files to trusted owners; without it, any owner is accepted. */
function load(
  paths: readonly string[],
  scope: SearchScope,
  search?: FileSearch,
  refused: readonly LoadFailure[] = [],
) {
  const failures = [...refused];
  for (const path of paths) {
    try {
      const foreign = search && foreignOwner(path, search);
      if (!foreign && existsSync(path)) return { addon: open(path), file: path, scope };
      failures.push(foreign ?? { path, reason: "not there" });
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      failures.push({ path, reason: message.split("\n")[0] ?? "", code });
    }
  }
  throw addonUnavailable(failures, scope);
}

/** Avoids `require`, which bundlers would analyze. */
function open(path: string): Addon {
  const addon = { exports: {} };
  process.dlopen(addon, toNamespacedPath(path));
  return addon.exports as Addon;
}
