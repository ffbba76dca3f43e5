import * as os from "node:os";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lockFailed, runtimeFolder } from "../../../src/store/runtime-folder.ts";
import { asPlatform } from "../../setup/as-platform.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";
import { abortedError } from "../../../src/core/errors.ts";

let folder: string;
let given: string;
let home: string;
beforeEach(() => {
  folder = temporaryFolder();
  given = join(folder, "given");
  home = join(folder, "home");
  mkdirSync(given, { mode: 0o700 });
  mkdirSync(home);
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_RUNTIME_DIR", given);
});
afterEach(() => vi.unstubAllEnvs());

describe("XDG_RUNTIME_DIR", needs("Linux"), () => {
  it("is used, with a private subdirectory, if only the user has access to it", async () => {
    expect(await runtimeFolder()).toBe(join(given, "slashpass"));
    expect((statSync(join(given, "slashpass")).mode & 0o777).toString(8)).toBe("700");
    expect(await runtimeFolder()).toBe(join(given, "slashpass"));
    expect(readdirSync(home)).toEqual([]);
  });

  it.each([
    ["not set", () => undefined],
    ["empty", () => ""],
    ["relative", () => "given"],
    ["missing", () => join(folder, "missing")],
    ["a file", () => (writeFileSync(join(folder, "file"), ""), join(folder, "file"))],
    ["open to others", () => (chmodSync(given, 0o755), given)],
  ])("is not used if it is %s", async (_, make) => {
    vi.stubEnv("XDG_RUNTIME_DIR", make());
    expect(await runtimeFolder()).toBe(join(home, ".cache", "slashpass"));
    expect(readdirSync(given)).toEqual([]);
    expect(existsSync("given")).toBe(false);
  });

  it("is not used if it belongs to another user", needs("the root user"), async () => {
    chownSync(given, 65534, 65534);
    expect(await runtimeFolder()).toBe(join(home, ".cache", "slashpass"));
  });

  it("is resolved if it is a symbolic link, because both paths have to share their locks", async () => {
    symlinkSync(given, join(folder, "link"));
    vi.stubEnv("XDG_RUNTIME_DIR", join(folder, "link"));
    expect(await runtimeFolder()).toBe(join(given, "slashpass"));
    chmodSync(given, 0o777);
    expect(await runtimeFolder()).toBe(join(home, ".cache", "slashpass"));
  });
});

describe("existing `slashpass` entry", needs("Linux"), () => {
  it.each([
    ["open to others", (root: string) => (mkdirSync(root), chmodSync(root, 0o777))],
    ["a link", (root: string) => symlinkSync(home, root)],
    ["a file", (root: string) => writeFileSync(root, "")],
  ])("is rejected with its path in the error if it is %s", async (_, make) => {
    make(join(given, "slashpass"));
    const failed = runtimeFolder();
    await expect(failed).rejects.toMatchObject({ type: 4, code: "lock_failed" });
    await expect(failed).rejects.toThrow(join(given, "slashpass"));
  });
});

describe("runtime directory on other systems and without HOME", needs("a POSIX system"), () => {
  afterEach(() => {
    vi.doUnmock("node:os");
  });

  it.each<[string, NodeJS.Platform, NodeJS.ProcessEnv, string]>([
    ["macOS", "darwin", {}, "home/Library/Caches"],
    ["Windows", "win32", { LOCALAPPDATA: "local" }, "local"],
    ["Windows without LOCALAPPDATA", "win32", {}, "account"],
    ["Linux without HOME", "linux", { HOME: undefined, XDG_RUNTIME_DIR: undefined }, "account/.cache"],
    ["Linux with an empty HOME", "linux", { HOME: "", XDG_RUNTIME_DIR: "" }, "account/.cache"],
  ])("is user-specific on %s", async (_, platform, environment, expected) => {
    asPlatform(platform);
    vi.stubEnv("LOCALAPPDATA", undefined);
    for (const [name, value] of Object.entries(environment))
      vi.stubEnv(name, value === "local" ? join(folder, value) : value);
    const account = join(folder, "account");
    vi.doMock("node:os", () => ({
      ...os,
      homedir: () => account,
      userInfo: () => ({ ...os.userInfo(), homedir: account }),
    }));
    loadModulesAnew();
    const module = await import("../../../src/store/runtime-folder.ts");
    expect(await module.runtimeFolder()).toBe(join(folder, expected, "slashpass"));
    expect(existsSync(join(folder, expected, "slashpass"))).toBe(true);
  });

  it("ignores a relative LOCALAPPDATA on Windows", async () => {
    asPlatform("win32");
    vi.stubEnv("LOCALAPPDATA", "half");
    vi.doMock("node:os", () => ({ ...os, homedir: () => home }));
    loadModulesAnew();
    const module = await import("../../../src/store/runtime-folder.ts");
    expect(await module.runtimeFolder()).toBe(join(home, "slashpass"));
    expect(existsSync("half")).toBe(false);
  });
});

describe("lockFailed", () => {
  const systemError = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

  it.each([
    [systemError, "ENOSPC"],
    [new Error("who knows"), "unknown"],
  ])("includes the directory and the system's error code: %s", (error, word) => {
    const failed = lockFailed("/run/user/1/slashpass", error);
    expect(failed).toMatchObject({ type: 4, code: "lock_failed" });
    expect(failed.message).toContain(`in /run/user/1/slashpass (${word})`);
  });

  it("returns a library error unchanged", () => {
    const aborted = abortedError("Waiting");
    expect(lockFailed("/folder", aborted)).toBe(aborted);
  });
});
