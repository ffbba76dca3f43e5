import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { findModule } from "../lookup/find-module.ts";
import { ownFile } from "../lookup/own-file.ts";
import { currentTarget } from "./target.ts";

/** Where this code runs. Bundlers move it, so that each of them may be unknown. */
export interface Surroundings {
  /** The file that holds this code: one of the package, or a bundle that took it in. */
  readonly ownFile: string | undefined;
  /** The package as it was installed, or a checkout. */
  readonly packageFolder: string | undefined;
  /** The running program: Node, Electron, or the game itself. */
  readonly program: string;
}

/** The surroundings of this process, read when the addon is first needed. */
export function surroundings(file: string | undefined = ownFile()): Surroundings {
  const packageFolder = packageAround(file) ?? installedPackage(file);
  return { ownFile: file, packageFolder, program: process.execPath };
}

/** The package that `file` belongs to, as nearly always: Node's search gives the same one, and takes 2 ms. */
function packageAround(file: string | undefined): string | undefined {
  for (let folder = file && dirname(file); folder !== undefined; folder = parentOf(folder)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest)) return isOurs(manifest) ? folder : undefined;
  }
  return undefined;
}

function parentOf(folder: string): string | undefined {
  const parent = dirname(folder);
  return parent === folder ? undefined : parent;
}

function isOurs(manifest: string): boolean {
  try {
    return (JSON.parse(readFileSync(manifest, "utf8")) as { name?: unknown }).name === "slashpass";
  } catch {
    return false;
  }
}

function installedPackage(file: string | undefined): string | undefined {
  const manifest = findModule("slashpass/package.json", [file, process.execPath]);
  return manifest && dirname(manifest);
}

/** Whether the package is a checkout: that alone has what a build needs. */
export function isCheckout({ packageFolder }: Surroundings): boolean {
  return packageFolder !== undefined && existsSync(join(packageFolder, "CMakeLists.txt"));
}

/**
 * Where the addon can be, the best place first. What a checkout built is newer than what it may hold of the published
 * kind. Beside a bundle or the program lies the folder `prebuilds`, or what it has for one system.
 */
export function addonPlaces(where: Surroundings): string[] {
  const published = join("prebuilds", currentTarget(), "slashpass.node");
  const { packageFolder } = where;
  const places: string[] = [];
  if (packageFolder !== undefined && isCheckout(where))
    places.push(join(packageFolder, "build", "Release", "slashpass.node"));
  if (packageFolder !== undefined) places.push(join(packageFolder, published));
  for (const file of [where.ownFile, where.program])
    if (file !== undefined)
      places.push(join(dirname(file), published), join(dirname(file), "slashpass.node"));
  return [...new Set(places)];
}

/** Which of the places of {@link addonPlaces} a file is in, in a few words. */
export function reasonFor(file: string, { packageFolder, ownFile: bundle, program }: Surroundings): string {
  const isIn = (folder: string | undefined): boolean =>
    folder !== undefined && file.startsWith(join(folder, sep));
  if (packageFolder !== undefined && isIn(join(packageFolder, "build"))) return "the build of this checkout";
  if (isIn(packageFolder)) return `the binary of the package for ${currentTarget()}`;
  return isIn(bundle && dirname(bundle)) ? "beside the bundle" : `beside the program ${basename(program)}`;
}
