import { existsSync } from "node:fs";
import { release } from "node:os";
import { isWsl } from "../../core/wsl.ts";

/** Replaced in tests. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly kernel: string;
  readonly exists: (path: string) => boolean;
}

export type HostEnvironment = "wsl" | "ssh" | "flatpak" | "snap" | "steam-deck" | "game-mode" | "no-display";

export const environmentNames: Readonly<Record<HostEnvironment, string>> = {
  wsl: "WSL: the browser runs on Windows",
  ssh: "SSH session: the player's browser runs on another machine",
  flatpak: "Flatpak sandbox: the browser is opened through a portal",
  snap: "Snap sandbox: the browser is opened through a portal",
  "steam-deck": "Steam Deck",
  "game-mode": "game mode: no browser window can be shown next to the game",
  "no-display": "no display: a browser cannot be shown on this machine",
};

const detectors: Readonly<Record<HostEnvironment, (machine: Machine) => boolean>> = {
  wsl: ({ platform, env, kernel }) => isWsl(platform, env, kernel),
  ssh: ({ env }) => isSet(env["SSH_CONNECTION"] ?? env["SSH_CLIENT"] ?? env["SSH_TTY"]),
  flatpak: ({ env, platform, exists }) =>
    isSet(env["FLATPAK_ID"]) || (platform === "linux" && exists("/.flatpak-info")),
  snap: ({ env }) => isSet(env["SNAP"]) && isSet(env["SNAP_NAME"]),
  "steam-deck": ({ env }) => env["SteamDeck"] === "1",
  "game-mode": ({ env }) =>
    env["XDG_CURRENT_DESKTOP"] === "gamescope" || isSet(env["GAMESCOPE_WAYLAND_DISPLAY"]),
  "no-display": (machine) => isUnixDesktop(machine) && !detectors.wsl(machine) && !canShow(machine),
};

export function detectEnvironments(machine: Machine = thisMachine()): HostEnvironment[] {
  const names = Object.keys(detectors) as HostEnvironment[];
  return names.filter((name) => detectors[name](machine));
}

/** In an SSH session that forwards the display, the browser runs on this machine. */
export function canShowBrowser(environments: readonly HostEnvironment[]): boolean {
  return !environments.includes("no-display") && !environments.includes("game-mode");
}

function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, kernel: release(), exists: existsSync };
}

function isUnixDesktop({ platform }: Machine): boolean {
  return platform !== "win32" && platform !== "darwin";
}

/** Remote development tools set `BROWSER` to a program that opens the browser on the player's machine. */
function canShow({ env }: Machine): boolean {
  return [env["DISPLAY"], env["WAYLAND_DISPLAY"], env["BROWSER"]].some(isSet);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
