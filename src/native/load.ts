import { readFileSync, existsSync } from "node:fs";
import { isAbsolute, basename, dirname, join, toNamespacedPath } from "node:path";
import { type Reader, wrongArgument } from "../core/check/readers.ts";
import { findModule } from "../core/resolve/find-module.ts";
import { ownFile } from "../core/resolve/own-file.ts";
import {
  type Foreign,
  foldersAbove,
  foreignOwner,
  isIn,
  type Search,
  searchFrom,
} from "../core/resolve/ownership.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import type { Addon } from "./binding.ts";

/** The systems that the package has a binary for, by the names of the folders in `prebuilds`. */
export const supportedTargets: readonly string[] = [
  "darwin-arm64",
  "darwin-x64",
  "linux-arm64",
  "linux-x64",
  "linuxmusl-arm64",
  "linuxmusl-x64",
  "win32-x64",
];

/** The running system, by the same kind of name. */
export function currentTarget(maps: () => string = ownMaps): string {
  return `${process.platform}${usesMusl(maps) ? "musl" : ""}-${process.arch}`;
}

// Until its version 2.34 the file of glibc had the version in its name. A process of musl never loads either.
const glibcFile = /\/libc(?:\.so\.6|-2\.\d+\.so)$/m;
// Where the loader is a link to musl's library instead, its name is not among the files that are loaded.
const muslFile = /\/ld-musl-\w+\.so\.\d+$/m;

/** Whether musl is the C library of the process. A report of the process says so too, but takes 6 ms where this takes 1. */
function usesMusl(maps: () => string): boolean {
  if (process.platform !== "linux") return false;
  const files = read(maps);
  if (glibcFile.test(files)) return false;
  if (muslFile.test(files)) return true;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

function read(maps: () => string): string {
  try {
    return maps();
  } catch {
    return "";
  }
}

/** The files that are loaded into the process, one in each line. */
function ownMaps(): string {
  return readFileSync("/proc/self/maps", "latin1");
}

/** Where the addon lies; whether it does is seen when it is needed. */
export const readAddonPath: Reader<string> = (value, name) => {
  if (typeof value === "string" && isAbsolute(value) && !value.includes("\0")) return value;
  throw wrongArgument(name, value, "the absolute path of slashpass.node", {
    code: "invalid_addon_path",
    hint: 'Make it from the folder of your program: join(import.meta.dirname, "slashpass.node"). Convert a file: URL with fileURLToPath.',
  });
};

/** Where this code runs. Bundlers move it, so that each of them may be unknown. */
export interface Whereabouts {
  /** The file that holds this code: one of the package, or a bundle that took it in. */
  readonly ownFile: string | undefined;
  /** The package as it was installed, or a checkout. */
  readonly packageFolder: string | undefined;
  /** The running program: Node, Electron, or the game itself. */
  readonly program: string;
}

export interface Surroundings extends Whereabouts {
  /** Packages of this name that belong to another user. */
  readonly refused: readonly Foreign[];
}

/** The surroundings of this process, read when the addon is first needed. */
export function surroundings(file: string | undefined = ownFile()): Surroundings {
  const program = process.execPath;
  const around = packageAround(file);
  if (around !== undefined) return { ownFile: file, packageFolder: around, program, refused: [] };
  const { file: manifest, refused } = findModule("slashpass/package.json", [file, program]);
  return { ownFile: file, packageFolder: manifest && dirname(manifest), program, refused };
}

/** Whose files are taken for parts of the package. */
export function searchOf({ ownFile: file, program }: Whereabouts): Search {
  return searchFrom([file, program]);
}

/** The package that `file` belongs to, as nearly always: Node's search gives the same one, and takes 2 ms. */
function packageAround(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  for (const folder of foldersAbove(file)) {
    const manifest = join(folder, "package.json");
    if (!existsSync(manifest)) continue;
    return isOurs(manifest) && !foreignOwner(manifest, searchFrom([file])) ? folder : undefined;
  }
  return undefined;
}

function isOurs(manifest: string): boolean {
  try {
    return (JSON.parse(readFileSync(manifest, "utf8")) as { name?: unknown }).name === "slashpass";
  } catch {
    return false;
  }
}

/** Whether the package is a checkout: that alone has what a build needs. */
export function isCheckout({ packageFolder }: Whereabouts): boolean {
  return packageFolder !== undefined && existsSync(join(packageFolder, "CMakeLists.txt"));
}

/**
 * Where the addon can be, the best place first: in the package that holds this code; beside the code or the program, where the
 * folder `prebuilds` lies, or what it has for one system; in a package that is installed. What a checkout built is newer than
 * what it may hold of the published kind.
 */
export function addonPlaces(where: Whereabouts): string[] {
  const published = join("prebuilds", currentTarget(), "slashpass.node");
  const { packageFolder, ownFile: file, program } = where;
  const ofPackage: string[] = [];
  if (packageFolder !== undefined && isCheckout(where))
    ofPackage.push(join(packageFolder, "build", "Release", "slashpass.node"));
  if (packageFolder !== undefined) ofPackage.push(join(packageFolder, published));
  const beside = [file, program].flatMap((each) =>
    each === undefined ? [] : [join(dirname(each), published), join(dirname(each), "slashpass.node")],
  );
  const isPart = packageFolder !== undefined && file !== undefined && isIn(file, packageFolder);
  return [...new Set(isPart ? [...ofPackage, ...beside] : [...beside, ...ofPackage])];
}

/** Which of the places of {@link addonPlaces} a file is in, in a few words. */
export function reasonFor(file: string, { packageFolder, ownFile: bundle, program }: Whereabouts): string {
  const isBelow = (folder: string | undefined): boolean => folder !== undefined && isIn(file, folder);
  if (isBelow(packageFolder && join(packageFolder, "build"))) return "the build of this checkout";
  if (isBelow(packageFolder)) return `the binary of the package for ${currentTarget()}`;
  return isBelow(bundle && dirname(bundle)) ? "beside the bundle" : `beside the program ${basename(program)}`;
}

/** A file that could not be loaded. */
export interface LoadFailure {
  readonly path: string;
  readonly reason: string;
  /** The code of Node's error; none where there is no file. */
  readonly code?: string | undefined;
}

/** Where it was looked: at the path that the game gave, in a checkout, or in all the usual places. */
export type Looked = "addonPath" | "checkout" | "everywhere";

/** Why there is no addon, and what the one who reads it can do about that. */
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
