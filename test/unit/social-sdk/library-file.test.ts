import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  archivePaths,
  libraryName,
  libraryPaths,
  loadLibrary,
} from "../../../src/social-sdk/library-file.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

afterEach(() => vi.unstubAllEnvs());

describe("the library's file", () => {
  it.each([
    ["win32", "x64", ["bin/release/discord_partner_sdk.dll"]],
    ["win32", "arm64", ["bin/release/arm64/discord_partner_sdk.dll", "bin/release/discord_partner_sdk.dll"]],
    ["darwin", "x64", ["lib/release/libdiscord_partner_sdk.dylib"]],
    ["linux", "x64", ["lib/release/libdiscord_partner_sdk.so"]],
  ] as const)("is found in the archive on %s %s", (platform, arch, paths) => {
    const found = archivePaths("sdk", { platform, arch }).map((path) => path.replaceAll("\\", "/"));
    expect(found).toEqual(paths.map((path) => `sdk/${path}`));
  });

  it("is searched for next to the program unless a path is passed or set", () => {
    vi.stubEnv("SLASHPASS_SOCIAL_SDK", undefined);
    const beside = dirname(process.execPath);
    expect(libraryPaths(undefined).map((path) => dirname(path))).toContain(beside);
    vi.stubEnv("SLASHPASS_SOCIAL_SDK", "/set/a.so");
    expect(libraryPaths(undefined)).toEqual(["/set/a.so"]);
    expect(libraryPaths("/passed/a.so")).toEqual(["/passed/a.so"]);
  });

  it("is the first file that can be loaded", () => {
    const folder = temporaryFolder();
    const [broken, good] = [join(folder, libraryName()), archivePaths(folder).at(-1) as string];
    mkdirSync(dirname(good), { recursive: true });
    for (const file of [broken, good]) writeFileSync(file, "");
    const load = (path: string) => {
      if (path === broken) throw new Error("not a library\nand more");
      return [];
    };
    expect(loadLibrary({ load }, folder)).toEqual({ path: good, symbols: [] });
    const failed = () => loadLibrary({ load: () => load(broken) }, folder);
    expect(failed).toThrow(expect.objectContaining({ code: "social_sdk_unavailable" }));
    expect(failed).toThrow(`${broken}: not a library;`);
  });
});
