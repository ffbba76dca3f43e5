import { describe, expect, it } from "vitest";
import {
  detectEnvironments,
  type Machine,
  type HostEnvironment,
} from "../../../../src/sign-in/browser/environment.ts";

const desktop: Machine = {
  platform: "linux",
  env: { DISPLAY: ":0" },
  kernel: "6.1.0-18-amd64",
  exists: () => false,
};

describe("detectEnvironments", () => {
  it.each<[string, Partial<Machine>, HostEnvironment[]]>([
    ["a Linux desktop", {}, []],
    ["a Wayland desktop", { env: { WAYLAND_DISPLAY: "wayland-0" } }, []],
    ["Windows", { platform: "win32", env: {}, kernel: "10.0.22631" }, []],
    ["macOS", { platform: "darwin", env: {}, kernel: "23.4.0" }, []],
    ["a Linux server", { env: {} }, ["no-display"]],
    ["FreeBSD without a display", { platform: "freebsd", env: {} }, ["no-display"]],
    ["an empty DISPLAY", { env: { DISPLAY: "" } }, ["no-display"]],
    ["a remote editor that opens the browser elsewhere", { env: { BROWSER: "/opt/open-remote" } }, []],
    ["WSL by its kernel", { env: {}, kernel: "5.15.146.1-microsoft-standard-WSL2" }, ["wsl"]],
    ["WSL by its name", { env: { WSL_DISTRO_NAME: "Debian" } }, ["wsl"]],
    ["SSH without a display", { env: { SSH_CONNECTION: "a 1 b 22" } }, ["ssh", "no-display"]],
    ["SSH with a forwarded display", { env: { SSH_TTY: "/dev/pts/0", DISPLAY: "localhost:10" } }, ["ssh"]],
    ["SSH to Windows", { platform: "win32", env: { SSH_CLIENT: "a 1 22" } }, ["ssh"]],
    ["Flatpak by its variable", { env: { DISPLAY: ":0", FLATPAK_ID: "org.example.Game" } }, ["flatpak"]],
    ["Flatpak by its file", { exists: (path) => path === "/.flatpak-info" }, ["flatpak"]],
    ["Snap", { env: { DISPLAY: ":0", SNAP: "/snap/game/1", SNAP_NAME: "game" } }, ["snap"]],
    ["a Steam Deck's desktop", { env: { DISPLAY: ":0", SteamDeck: "1" } }, ["steam-deck"]],
    [
      "a Steam Deck's game mode",
      { env: { DISPLAY: ":1", SteamDeck: "1", XDG_CURRENT_DESKTOP: "gamescope" } },
      ["steam-deck", "game-mode"],
    ],
    [
      "game mode on another machine",
      { env: { DISPLAY: ":1", GAMESCOPE_WAYLAND_DISPLAY: "gamescope-0" } },
      ["game-mode"],
    ],
  ])("detects %s", (_name, changes, expected) => {
    expect(detectEnvironments({ ...desktop, ...changes })).toEqual(expected);
  });

  it("inspects the current machine by default", () => {
    expect(detectEnvironments()).toEqual(expect.any(Array));
  });
});
