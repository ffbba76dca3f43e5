import { existsSync } from "node:fs";
import { toNamespacedPath } from "node:path";
import type { Addon } from "./binding.ts";
import { foreignOwner, type Search } from "../core/resolve/ownership.ts";
import { addonPlaces, isCheckout, reasonFor, searchOf, surroundings } from "./places.ts";
import { addonUnavailable, type LoadFailure, type Looked } from "./unavailable.ts";

let given: string | undefined;
let loaded: { readonly addon: Addon; readonly file: string; readonly looked: Looked } | undefined;

/** The file that the addon was loaded from, and why it is that one. */
export interface AddonOrigin {
  readonly file: string;
  /** A few words: `the build of this checkout`. */
  readonly reason: string;
}

/** Says where the addon is, for all that uses it from now on. One that is loaded already stays. */
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

/** @param search - whose files are taken; without it, whosever they are. */
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
