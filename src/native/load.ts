import { existsSync } from "node:fs";
import { isAbsolute, toNamespacedPath } from "node:path";
import { type Reader, readerOf } from "../core/check/readers.ts";
import { foreignOwner, type Search } from "../core/resolve/ownership.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import type { Addon } from "./binding.ts";
import {
  supportedTargets,
  currentTarget,
  surroundings,
  searchOf,
  isCheckout,
  addonPlaces,
  reasonFor,
} from "./places.ts";

/** The path of the addon; a wrong one shows when it is needed. */
export const readAddonPath: Reader<string> = readerOf(
  "the absolute path of slashpass.node",
  (value) => typeof value === "string" && isAbsolute(value) && !value.includes("\0"),
  {
    code: "invalid_addon_path",
    hint: 'Make it from the folder of your program: join(import.meta.dirname, "slashpass.node"). Convert a file: URL with fileURLToPath.',
  },
);

/** A file that could not be loaded. */
export interface LoadFailure {
  readonly path: string;
  readonly reason: string;
  /** The code of Node's error; none where there is no file. */
  readonly code?: string | undefined;
}

/** The places of the search for the addon: the path that the game gave, a checkout, or all the usual places. */
export type Looked = "addonPath" | "checkout" | "everywhere";

/** The error for a missing addon, with advice for its reader. */
export function addonUnavailable(failures: readonly LoadFailure[], looked: Looked): ClientError {
  const list = failures.map(({ path, reason }) => `${path}: ${reason}`).join("; ");
  return new ClientError({
    type: ErrorType.Disabled,
    code: "addon_unavailable",
    message: `The native addon of slashpass for ${currentTarget()} could not be loaded (${list}).`,
    hint: adviceFor(failures, looked),
  });
}

function adviceFor(failures: readonly LoadFailure[], looked: Looked): string {
  if (failures.some(({ code }) => code === "ERR_DLOPEN_DISABLED"))
    return "Allow addons in Node's permission model: --allow-addons.";
  if (looked === "checkout") return "Run `npm run build:native`.";
  if (looked === "addonPath")
    return "Pass the path of slashpass.node as addonPath, with redirect-opener in the same folder.";
  const target = currentTarget();
  if (!supportedTargets.includes(target)) {
    return `There are addons only for ${supportedTargets.join(", ")}. On other systems, logs and createRedactor do not work; use the loopback redirect.`;
  }
  return (
    `If the package was bundled, copy the folder node_modules/slashpass/prebuilds/${target} to prebuilds/${target} beside ` +
    "the bundle or the program, or pass addonPath, the path of slashpass.node. In an Electron app keep .node files out of " +
    "the asar."
  );
}

let given: string | undefined;

let loaded: { readonly addon: Addon; readonly file: string; readonly looked: Looked } | undefined;

/** The file that the addon was loaded from, and why it is that one. */
export interface AddonOrigin {
  readonly file: string;
  /** A few words: `the build of this checkout`. */
  readonly reason: string;
}

/** Sets the path of the addon for later calls. An addon that is already loaded stays. */
export function setAddonPath(path: string | undefined): void {
  given = path ?? given;
}

/**
 * The addon, found and loaded at the first call: importing the package looks for nothing and loads no native code.
 *
 * @throws ClientError `addon_unavailable` (Disabled) that says which files were looked for and what to do.
 */
export function loadAddon(): Addon {
  return loadOnce().addon;
}

/**
 * The file that the addon was loaded from.
 *
 * @throws ClientError like {@link loadAddon}.
 */
export function addonFile(): string {
  return loadOnce().file;
}

/**
 * Where the addon comes from. Loads it.
 *
 * @throws ClientError like {@link loadAddon}.
 */
export function addonOrigin(): AddonOrigin {
  const { file, looked } = loadOnce();
  return { file, reason: looked === "addonPath" ? "given as addonPath" : reasonFor(file, surroundings()) };
}

function loadOnce() {
  loaded ??= given === undefined ? find() : load([given], "addonPath");
  return loaded;
}

function find() {
  const where = surroundings();
  const looked = isCheckout(where) ? "checkout" : "everywhere";
  return load(addonPlaces(where), looked, searchOf(where), where.refused);
}

/** @param search - limits the files to trusted owners; without it every owner is accepted. */
function load(
  paths: readonly string[],
  looked: Looked,
  search?: Search,
  refused: readonly LoadFailure[] = [],
) {
  const failures = [...refused];
  for (const path of paths) {
    try {
      const foreign = search && foreignOwner(path, search);
      if (!foreign && existsSync(path)) return { addon: open(path), file: path, looked };
      failures.push(foreign ?? { path, reason: "not there" });
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      failures.push({ path, reason: message.split("\n")[0] ?? "", code });
    }
  }
  throw addonUnavailable(failures, looked);
}

/** Without `require`, which bundlers would look into. */
function open(path: string): Addon {
  const addon = { exports: {} };
  process.dlopen(addon, toNamespacedPath(path));
  return addon.exports as Addon;
}
