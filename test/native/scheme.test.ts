import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { outputOf } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";
import { ErrorType } from "../../src/core/errors.ts";
import { LoggingSeverity } from "../../src/log/logger.ts";
import { parseScheme } from "../../src/sign-in/redirect/custom-scheme-name.ts";
import {
  keepRegistered,
  redirectSchemeStatus,
  registerRedirectScheme,
  unregisterRedirectScheme,
} from "../../src/sign-in/redirect/custom-scheme-registration.ts";
import { useScratchHome } from "./scheme-home.ts";

const applicationId = "1234567890123456789";
const scheme = `discord-${applicationId}`;
const desktopFile = `slashpass-${scheme}.desktop`;

const home = useScratchHome();

async function run(program: string, ...args: string[]): Promise<string> {
  return (await outputOf(program, args)).trim();
}

describe("a redirect scheme on Linux", needs("Linux"), () => {
  it(
    "has a valid desktop file that xdg-mime and gio find",
    needs("xdg-utils", "gio", "desktop-file-utils"),
    async () => {
      registerRedirectScheme({ applicationId, name: "Example Game" });
      expect(await run("xdg-mime", "query", "default", `x-scheme-handler/${scheme}`)).toBe(desktopFile);
      expect(await run("gio", "mime", `x-scheme-handler/${scheme}`)).toContain(desktopFile);
      expect(await run("desktop-file-validate", join(home().path, "data/applications", desktopFile))).toBe(
        "",
      );
    },
  );

  it("belongs to this application only while registered and leaves no files behind", () => {
    const before = home().entries();
    expect(redirectSchemeStatus({ applicationId })).toEqual({ isOurs: false, isStale: false });
    registerRedirectScheme({ applicationId });
    expect(redirectSchemeStatus({ applicationId })).toEqual({
      owner: desktopFile,
      isOurs: true,
      isStale: false,
    });
    expect(unregisterRedirectScheme({ applicationId })).toBe(true);
    expect(home().entries()).toEqual(before);
    expect(unregisterRedirectScheme({ applicationId })).toBe(false);
  });

  it(
    "is rejected with the owner's name and a hint if another program owns it",
    needs("xdg-utils"),
    async () => {
      const data = join(home().path, "data/applications");
      mkdirSync(data);
      writeFileSync(join(data, "other.desktop"), "[Desktop Entry]\nType=Application\nName=O\nExec=true %u\n");
      await run("xdg-mime", "default", "other.desktop", `x-scheme-handler/${scheme}`);
      expect(redirectSchemeStatus({ applicationId })).toMatchObject({
        owner: "other.desktop",
        isOurs: false,
      });
      expect(() => registerRedirectScheme({ applicationId })).toThrow(
        expect.objectContaining({
          type: ErrorType.Disabled,
          code: "scheme_taken",
          message: `The scheme "${scheme}" belongs to other.desktop.`,
          hint: expect.stringContaining("replace: true"),
        }),
      );
      registerRedirectScheme({ applicationId, replace: true });
      expect(await run("xdg-mime", "query", "default", `x-scheme-handler/${scheme}`)).toBe(desktopFile);
      expect(unregisterRedirectScheme({ applicationId })).toBe(true);
      expect(await run("xdg-mime", "query", "default", `x-scheme-handler/${scheme}`)).toBe("other.desktop");
    },
  );

  it("causes an error naming the file that cannot be written", () => {
    process.env["XDG_CONFIG_HOME"] = "/proc/nowhere";
    expect(() => registerRedirectScheme({ applicationId })).toThrow(
      expect.objectContaining({ code: "not_writable", message: expect.stringContaining("/proc/nowhere") }),
    );
  });

  it(
    "is registered even if the launcher preloads a library that the system's tools cannot load",
    needs("desktop-file-utils"),
    () => {
      process.env["LD_PRELOAD"] = "/nonexistent/overlay.so";
      try {
        registerRedirectScheme({ applicationId });
      } finally {
        delete process.env["LD_PRELOAD"];
      }
      expect(readFileSync(join(home().path, "data/applications/mimeinfo.cache"), "utf8")).toContain(
        desktopFile,
      );
    },
  );

  // native/system/tool_linux_test.cpp checks that a hanging tool is killed after three seconds.
  it("is registered even if a system tool is killed", () => {
    const tool = join(home().path, "update-desktop-database");
    const ran = join(home().path, "ran");
    writeFileSync(tool, `#!/bin/sh\n: > '${ran}'\nkill -KILL $$\n`);
    chmodSync(tool, 0o755);
    const path = process.env["PATH"];
    process.env["PATH"] = `${home().path}:${path}`;
    try {
      registerRedirectScheme({ applicationId });
    } finally {
      process.env["PATH"] = path;
    }
    expect(existsSync(ran)).toBe(true);
    expect(redirectSchemeStatus({ applicationId }).isOurs).toBe(true);
  });
});

describe("a registration left by another application", needs("Linux", "whole programs"), () => {
  const own = { applicationId, scheme: "com.example.game" };
  const others = { ...own, applicationId: "2234567890123456789" };
  const program = () => join(home().path, "its-game.js");

  async function registerByGame(): Promise<void> {
    const game = "import(process.argv[2]).then((m) => m.registerRedirectScheme(JSON.parse(process.argv[3])))";
    writeFileSync(program(), game);
    await run(process.execPath, program(), import.meta.resolve("slashpass"), JSON.stringify(others));
    expect(redirectSchemeStatus(others).isOurs).toBe(true);
  }

  it("is reported once its game is deleted and replaced by the next sign-in, which logs the change", async () => {
    await registerByGame();
    rmSync(program());
    expect(redirectSchemeStatus(own)).toEqual({
      owner: "slashpass-com.example.game.desktop",
      isOurs: false,
      isStale: false,
      leftover: { applicationId: others.applicationId, program: program() },
    });
    const log = vi.fn();
    keepRegistered(parseScheme(own), log);
    expect(log).toHaveBeenCalledWith(
      LoggingSeverity.Warning,
      "redirect",
      expect.stringContaining(others.applicationId),
    );
    expect(redirectSchemeStatus(own)).toMatchObject({ isOurs: true, isStale: false });
    expect(redirectSchemeStatus(others)).not.toHaveProperty("leftover");
  });
});

describe("a registration's input", () => {
  it("is validated before anything is written", () => {
    const before = home().entries();
    expect(() => registerRedirectScheme({ applicationId, scheme: "https" })).toThrow(
      expect.objectContaining({ code: "reserved_scheme" }),
    );
    expect(() => registerRedirectScheme({ applicationId, name: " " })).toThrow(
      expect.objectContaining({ code: "invalid_name" }),
    );
    expect(() => redirectSchemeStatus({ applicationId: "x" })).toThrow(
      expect.objectContaining({ code: "invalid_id" }),
    );
    expect(home().entries()).toEqual(before);
  });
});
