import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
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

/**
 * The surroundings of this process, found out anew: nothing is looked for before somebody needs the addon.
 *
 * @param self - the path or URL of this code. CommonJS, which bundlers make too, has no `import.meta.url`; modules have
 *   no `__filename`.
 */
export function surroundings(
  self: string | undefined = typeof __filename === "string" ? __filename : import.meta.url,
): Surroundings {
  const ownFile = fileOf(self);
  return { ownFile, packageFolder: findPackage(ownFile), program: process.execPath };
}

/** A module that comes from no file has an address of another kind. */
function fileOf(self: string | undefined): string | undefined {
  if (self?.startsWith("file:")) return fileURLToPath(self);
  return self !== undefined && isAbsolute(self) ? self : undefined;
}

/** By Node's own rules, so that they hold for a package that its own bundle lies beside, and for Plug'n'Play too. */
function findPackage(ownFile: string | undefined): string | undefined {
  if (ownFile === undefined) return undefined;
  try {
    return dirname(createRequire(ownFile).resolve("slashpass/package.json"));
  } catch {
    return undefined;
  }
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
  const { ownFile, packageFolder, program } = where;
  const places: string[] = [];
  if (packageFolder !== undefined && isCheckout(where))
    places.push(join(packageFolder, "build", "Release", "slashpass.node"));
  if (packageFolder !== undefined) places.push(join(packageFolder, published));
  for (const file of [ownFile, program])
    if (file !== undefined)
      places.push(join(dirname(file), published), join(dirname(file), "slashpass.node"));
  return [...new Set(places)];
}
