import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputOf } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";
import { Client } from "../../src/client.ts";
import { ErrorType } from "../../src/core/errors.ts";
import {
  launchCommandStatus,
  registerLaunchCommand,
  registerLaunchSteamApplication,
  unregisterLaunchCommand,
} from "../../src/sign-in/redirect/launch.ts";
import { useScratchHome } from "./scheme-home.ts";

const applicationId = "1234567890123456789";

const home = useScratchHome();

function launchArguments(): string[] {
  const text = readFileSync(
    join(home().path, `data/slashpass/discord-${applicationId}/registration`),
    "utf8",
  );
  return text
    .split("\n")
    .filter((line) => line.startsWith("launch "))
    .map((line) => line.slice("launch ".length));
}

describe("a launch command", needs("Linux"), () => {
  it("consists of the program and its arguments", () => {
    expect(registerLaunchCommand(applicationId, '"/opt/my game/game" --fast "a b"')).toBe(true);
    expect(launchArguments()).toEqual(["/opt/my game/game", "--fast", "a b"]);
  });

  it("replaces the previous command", () => {
    registerLaunchCommand(applicationId, "/opt/old");
    registerLaunchCommand(applicationId, "/opt/new");
    expect(launchArguments()).toEqual(["/opt/new"]);
  });

  it("is not registered if the system does not allow it", () => {
    process.env["XDG_DATA_HOME"] = "/proc/nowhere";
    expect(registerLaunchCommand(applicationId, "/opt/game")).toBe(false);
  });
});

describe("a registered launch command", needs("Linux"), () => {
  it("is shown and can be removed without leaving files behind", () => {
    const before = home().entries();
    expect(launchCommandStatus(applicationId)).toEqual({ works: false });
    expect(unregisterLaunchCommand(applicationId)).toBe(false);
    registerLaunchCommand(applicationId, '"/opt/my game/game" --fast');
    expect(launchCommandStatus(applicationId)).toEqual({
      command: ["/opt/my game/game", "--fast"],
      works: true,
    });
    expect(unregisterLaunchCommand(applicationId)).toBe(true);
    expect(home().entries()).toEqual(before);
  });
});

/** Adds a `steam` program that records its arguments to the PATH and registers it for `steam:` links. */
function installSteam(): { output: string; environment: NodeJS.ProcessEnv } {
  const programs = join(home().path, "bin");
  const output = join(home().path, "started");
  mkdirSync(programs);
  mkdirSync(join(home().path, "data/applications"), { recursive: true });
  writeFileSync(join(programs, "steam"), `#!/bin/sh\nprintf '%s\\n' "$@" >"${output}"\n`, { mode: 0o755 });
  writeFileSync(
    join(home().path, "data/applications/steam.desktop"),
    "[Desktop Entry]\nType=Application\nName=Steam\nExec=steam %U\nMimeType=x-scheme-handler/steam;\n",
  );
  writeFileSync(
    join(home().path, "config/mimeapps.list"),
    "[Default Applications]\nx-scheme-handler/steam=steam.desktop\n",
  );
  return { output, environment: { ...process.env, PATH: `${programs}:${process.env["PATH"]}` } };
}

describe("a Steam game", () => {
  it.each([
    ["xdg-open", ["xdg-open"]],
    ["gio", ["gio", "open"]],
  ])(
    "is started by Steam when %s opens the launch URL",
    needs("xdg-utils", "gio", "desktop-file-utils"),
    async (_, [program = "", ...args]) => {
      const { output, environment } = installSteam();
      expect(registerLaunchSteamApplication(applicationId, 480)).toBe(true);
      const launchUrl = `discord-${applicationId}://join?secret=a`;
      await outputOf(program, [...args, launchUrl], {
        env: { ...environment, XDG_CURRENT_DESKTOP: "GNOME" },
      });
      await expect.poll(() => readFileSync(output, "utf8")).toBe("steam://rungameid/480\n");
    },
  );
});

describe("a launch command's input", () => {
  it("is rejected if it cannot be split into arguments", () => {
    expect(() => registerLaunchCommand(applicationId, '"/opt/game')).toThrow(
      expect.objectContaining({ type: ErrorType.ValidationError, code: "invalid_command" }),
    );
    expect(() => registerLaunchCommand(applicationId, undefined as unknown as string)).toThrow(
      expect.objectContaining({ code: "invalid_command" }),
    );
  });

  it.each([0, -1, 1.5, 2 ** 32, Number.NaN])("is rejected if the Steam id is %d", (steamAppId) => {
    expect(() => registerLaunchSteamApplication(applicationId, steamAppId)).toThrow(
      expect.objectContaining({ type: ErrorType.ValidationError, code: "invalid_steam_app_id" }),
    );
  });

  it("is rejected if the application id is a number", () => {
    expect(() => registerLaunchCommand(1 as unknown as string, "")).toThrow(
      expect.objectContaining({ code: "invalid_id" }),
    );
  });
});

describe("a client", needs("Linux"), () => {
  it("registers launch commands through methods named as in the client library", () => {
    const client = new Client();
    expect(client.RegisterLaunchCommand(applicationId, "/opt/game")).toBe(true);
    expect(launchArguments()).toEqual(["/opt/game"]);
    expect(client.RegisterLaunchSteamApplication(applicationId, 480)).toBe(true);
    expect(launchArguments()).toEqual(["xdg-open", "steam://rungameid/480"]);
  });
});
