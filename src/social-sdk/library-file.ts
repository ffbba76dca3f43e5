import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ClientError, ErrorType } from "../core/errors.ts";
import { locateCode, searchOf } from "../native/addon-paths.ts";
import { listFailures, type LoadFailure, openFirst } from "../native/load.ts";
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

/** Returns the paths to try: the given path, or else the variable's path, or else the paths next to the program. */
export function libraryPaths(given: string | undefined): string[] {
  const named = (given ?? process.env[pathVariable]) || dirname(process.execPath);
  const isFolder = statSync(named, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? [join(named, libraryName()), ...archivePaths(named)] : [named];
}

export interface LoadedLibrary {
  readonly path: string;
  readonly symbols: readonly NativeSymbol[];
}

/** @throws ClientError `social_sdk_unavailable` (Disabled), which lists the files that were tried. */
export function loadLibrary(addon: Pick<SocialSdkAddon, "load">, given: string | undefined): LoadedLibrary {
  // The program may pass a file with any owner.
  const search = given === undefined ? searchOf(locateCode()) : undefined;
  const { opened, file } = openFirst(libraryPaths(given), (path) => addon.load(path), unavailable, search);
  return { path: file, symbols: opened };
}

function unavailable(failures: readonly LoadFailure[]): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "social_sdk_unavailable",
    message: `Discord's Social SDK could not be loaded (${listFailures(failures)}).`,
    hint: `Download the SDK from the developer portal, and pass the path of ${libraryName()} to socialSdk, or put it next to the program. To check a file, run \`npx slashpass doctor --social-sdk PATH\`.`,
  });
}
