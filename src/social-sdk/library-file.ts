import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { foreignOwner } from "../core/resolve/ownership.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { locateCode, searchOf } from "../native/addon-paths.ts";
import type { NativeSymbol, SocialSdkAddon } from "./binding.ts";

/** The environment variable for the path to the library or the SDK's directory. */
export const pathVariable = "SLASHPASS_SOCIAL_SDK";

/** The vendor's file name for the library. */
export function libraryName(platform: NodeJS.Platform = process.platform): string {
  if (platform === "win32") return "discord_partner_sdk.dll";
  return platform === "darwin" ? "libdiscord_partner_sdk.dylib" : "libdiscord_partner_sdk.so";
}

/** Returns the library's possible paths in the SDK's archive, which contains the files for all systems. */
export function archivePaths(
  folder: string,
  { platform, arch }: Pick<NodeJS.Process, "platform" | "arch"> = process,
): string[] {
  const release = join(folder, platform === "win32" ? "bin" : "lib", "release");
  const ofArm64 = arch === "arm64" ? [join(release, "arm64")] : [];
  return [...ofArm64, release].map((each) => join(each, libraryName(platform)));
}

interface Candidate {
  readonly path: string;
  /** Whether the path was passed by the program, in which case the file may have any owner. */
  readonly isGiven: boolean;
}

/**
 * Returns the paths to try: the given path, or else the variable's path, or else the paths next to the program.
 */
export function libraryPaths(given: string | undefined): Candidate[] {
  const named = given ?? process.env[pathVariable];
  const isGiven = given !== undefined;
  if (named) return inFileOrFolder(named).map((path) => ({ path, isGiven }));
  const folder = dirname(process.execPath);
  return [join(folder, libraryName()), ...archivePaths(folder)].map((path) => ({ path, isGiven }));
}

function inFileOrFolder(path: string): string[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? [join(path, libraryName()), ...archivePaths(path)] : [path];
}

export interface LoadedLibrary {
  readonly path: string;
  readonly symbols: readonly NativeSymbol[];
}

/** @throws ClientError `social_sdk_unavailable` (Disabled), which lists the files that were tried. */
export function loadLibrary(addon: Pick<SocialSdkAddon, "load">, given: string | undefined): LoadedLibrary {
  const failures: string[] = [];
  for (const { path, isGiven } of libraryPaths(given)) {
    const foreign = isGiven ? undefined : foreignOwner(path, searchOf(locateCode()));
    if (foreign) failures.push(`${foreign.path}: ${foreign.reason}`);
    else if (!existsSync(path)) failures.push(`${path}: not there`);
    else {
      try {
        return { path, symbols: addon.load(path) };
      } catch (error) {
        failures.push(`${path}: ${(error as Error).message.split("\n")[0]}`);
      }
    }
  }
  throw new ClientError({
    type: ErrorType.Disabled,
    code: "social_sdk_unavailable",
    message: `Discord's Social SDK could not be loaded (${failures.join("; ")}).`,
    hint: `Download the SDK from the developer portal, and pass the path of ${libraryName()} to socialSdk, or put it next to the program. To check a file, run \`npx slashpass doctor --social-sdk PATH\`.`,
  });
}
