import { readFileSync, existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { findModule } from "../core/resolve/find-module.ts";
import { ownFile } from "../core/resolve/ownership.ts";
import {
  type Foreign,
  foldersAbove,
  foreignOwner,
  isIn,
  type Search,
  searchFrom,
} from "../core/resolve/ownership.ts";

/** The systems that the package has a binary for, by the names of the folders in `prebuilds`. */
export const supportedTargets: readonly string[] = [
  "darwin-arm64",
  "darwin-x64",
  "linux-arm64",
  "linux-x64",
  "linuxmusl-arm64",
  "linuxmusl-x64",
  "win32-arm64",
  "win32-x64",
];

/** The running system, by the same kind of name. */
export function currentTarget(maps: () => string = ownMaps): string {
  return `${process.platform}${usesMusl(maps) ? "musl" : ""}-${process.arch}`;
}

// Until its version 2.34 the file of glibc had the version in its name. A process of musl never loads either.
const glibcFile = /\/libc(?:\.so\.6|-2\.\d+\.so)$/m;

// If the loader is a link to musl's library, its name is not among the loaded files.
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

/** The place of this code. Bundlers move it, so that each part may be unknown. */
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

/** The owners whose files count as parts of the package. */
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
 * The possible places of the addon, the best first: the package that holds this code; beside the code or the program, in the
 * folder `prebuilds` or its part for one system; an installed package. The build of a checkout is newer than a published one in
 * it.
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
