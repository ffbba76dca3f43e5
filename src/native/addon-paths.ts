import { readFileSync, existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { findModule } from "../core/resolve/find-module.ts";
import {
  foldersAbove,
  type ForeignFile,
  foreignOwner,
  isIn,
  ownFile,
  type FileSearch,
  searchFrom,
} from "../core/resolve/ownership.ts";

/** The supported platforms. The names match the directories in `prebuilds`. */
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

export function currentTarget(maps: () => string = ownMaps): string {
  return `${process.platform}${usesMusl(maps) ? "musl" : ""}-${process.arch}`;
}

// Before version 2.34, glibc's file name contained its version. A process that uses musl loads neither file.
const glibcFile = /\/libc(?:\.so\.6|-2\.\d+\.so)$/m;

// This name does not appear if the loader is a symbolic link to musl's library.
const muslFile = /\/ld-musl-\w+\.so\.\d+$/m;

/** Whether the process uses musl. A process report would also show this, but takes 6 ms instead of 1. */
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

function ownMaps(): string {
  return readFileSync("/proc/self/maps", "latin1");
}

/** The location of this code. Parts of it may be unknown after bundling. */
export interface CodeLocation {
  /** The file that contains this code, either a package file or a bundle. */
  readonly ownFile: string | undefined;
  readonly packageFolder: string | undefined;
  readonly program: string;
}

export interface CodeSurroundings extends CodeLocation {
  readonly refused: readonly ForeignFile[];
}

export function locateCode(file: string | undefined = ownFile()): CodeSurroundings {
  const program = process.execPath;
  const around = packageAround(file);
  if (around !== undefined) return { ownFile: file, packageFolder: around, program, refused: [] };
  const { file: manifest, refused } = findModule("slashpass/package.json", [file, program]);
  return { ownFile: file, packageFolder: manifest && dirname(manifest), program, refused };
}

export function searchOf({ ownFile: file, program }: CodeLocation): FileSearch {
  return searchFrom([file, program]);
}

/** Returns the package that contains `file`. Usually sufficient, and faster than Node's own search, which takes 2 ms. */
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

/** Whether the package is a checkout. Only checkouts contain CMakeLists.txt. */
export function isCheckout({ packageFolder }: CodeLocation): boolean {
  return packageFolder !== undefined && existsSync(join(packageFolder, "CMakeLists.txt"));
}

/**
 * Returns the addon's possible paths in order of preference: in the package that contains this code; in the directories of the
 * code and the program, with or without `prebuilds`; in an installed package. In a checkout, the local build comes before
 * prebuilt binaries.
 */
export function addonPaths(where: CodeLocation, name: string = "slashpass.node"): string[] {
  const published = join("prebuilds", currentTarget(), name);
  const { packageFolder, ownFile: file, program } = where;
  const ofPackage: string[] = [];
  if (packageFolder !== undefined && isCheckout(where))
    ofPackage.push(join(packageFolder, "build", "Release", name));
  if (packageFolder !== undefined) ofPackage.push(join(packageFolder, published));
  const beside = [file, program].flatMap((each) =>
    each === undefined ? [] : [join(dirname(each), published), join(dirname(each), name)],
  );
  const isPart = packageFolder !== undefined && file !== undefined && isIn(file, packageFolder);
  return [...new Set(isPart ? [...ofPackage, ...beside] : [...beside, ...ofPackage])];
}

export function reasonFor(file: string, { packageFolder, ownFile: bundle, program }: CodeLocation): string {
  const isBelow = (folder: string | undefined): boolean => folder !== undefined && isIn(file, folder);
  if (isBelow(packageFolder && join(packageFolder, "build"))) return "this checkout's build";
  if (isBelow(packageFolder)) return `the package's binary for ${currentTarget()}`;
  return isBelow(bundle && dirname(bundle))
    ? "next to the bundle"
    : `next to the program ${basename(program)}`;
}
