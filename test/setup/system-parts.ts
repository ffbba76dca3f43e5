import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findChromium } from "../../examples/main-job/browser.js";
import { isLong } from "./cases.ts";

/** Whether this is `npm run test:quick`, which skips tests that need a slow part. */
export const isQuick = Boolean(process.env["SLASHPASS_QUICK_TESTS"]);

/** A requirement that npm cannot install, or that takes time. */
export interface SystemPart {
  readonly isHere: () => boolean;
  /** The Debian or Ubuntu package. Parts without one cannot be installed. */
  readonly debian?: string;
  /** Skipped by `npm run test:quick`: slow to start, or missing on most machines. */
  readonly slow?: true;
}

const program = (name: string, debian: string): SystemPart => ({ isHere: () => isOnPath(name), debian });
const slow = (part: SystemPart): SystemPart => ({ ...part, slow: true });

export const systemParts = {
  Linux: { isHere: () => process.platform === "linux" },
  "a POSIX system": { isHere: () => process.platform !== "win32" },
  "the root user": { isHere: () => process.getuid?.() === 0 },
  // In a container, user ids may map to other users outside, so the library ignores them there.
  "the first process namespace": { isHere: isInFirstProcessNamespace },
  "whole programs": slow({ isHere: () => true }),
  SLASHPASS_LONG_PROPERTIES: slow({ isHere: () => isLong }),
  "a network namespace": {
    isHere: () => process.env["SLASHPASS_NAMESPACE"] !== undefined,
    debian: "iproute2 openssl",
  },
  "unprivileged namespaces": { isHere: canMakeNamespaces, debian: "iproute2 openssl" },
  "port 80": { isHere: canListenOnPort80 },
  Chromium: slow({ isHere: () => findChromium() !== null, debian: "chromium" }),
  "dbus-daemon": slow(program("dbus-daemon", "dbus")),
  "gnome-keyring": slow(program("gnome-keyring-daemon", "gnome-keyring")),
  "secret-tool": slow(program("secret-tool", "libsecret-tools")),
  libsecret: slow({ isHere: hasLibsecret, debian: "libsecret-1-dev pkg-config" }),
  python3: slow(program("python3", "python3")),
  "discord.py": pythonPackage("discord", "python3-discord"),
  Authlib: pythonPackage("authlib", "python3-authlib"),
  "requests-oauthlib": pythonPackage("requests_oauthlib", "python3-requests-oauthlib"),
  "python-social-auth": pythonPackage("social_core", "python3-social-auth-core"),
  "Ruby's oauth2": rubyPackage("oauth2", "ruby-oauth2"),
  "discordrb's webhooks": rubyPackage("discordrb/webhooks", "ruby-discordrb-webhooks"),
  "Go's websocket": slow({
    isHere: () => isOnPath("go") && goPath() !== undefined,
    debian: "golang-go golang-github-gorilla-websocket-dev",
  }),
  "g++": slow(program("g++", "g++")),
  cmake: slow(program("cmake", "cmake")),
  ninja: slow(program("ninja", "ninja-build")),
  hexdump: program("hexdump", "bsdextrautils"),
  od: { isHere: () => isOnPath("od") },
  xxd: program("xxd", "xxd"),
  gettext: program("msgfmt", "gettext"),
  gio: program("gio", "libglib2.0-bin"),
  "xdg-utils": program("xdg-mime", "xdg-utils"),
  // The redis-check-rdb executable is the server itself, and its package starts no service.
  "redis-server": program("redis-check-rdb", "redis-tools"),
  "desktop-file-utils": program("update-desktop-database", "desktop-file-utils"),
} as const satisfies Record<string, SystemPart>;

export type SystemPartName = keyof typeof systemParts;

export const keychainParts = ["Linux", "dbus-daemon", "gnome-keyring", "secret-tool"] as const;

/** The parts required to compile the real keytar and to run its keychain. */
export const keytarParts = [...keychainParts, "libsecret", "python3"] as const;

declare module "vitest" {
  interface TaskMeta {
    /** The missing parts that cause the test to be skipped. */
    lacks?: SystemPartName[];
  }
}

/**
 * Returns test options that skip a test or `describe` if one of these parts is missing. The summary at the end of the run lists
 * the skipped tests (skipped-tests.ts).
 */
export function needs(...names: SystemPartName[]): { skip: boolean; meta: { lacks: SystemPartName[] } } {
  const lacks = names.filter((name) => !isUsed(systemParts[name]));
  return { skip: lacks.length > 0, meta: { lacks } };
}

function isUsed(part: SystemPart): boolean {
  return !(part.slow && isQuick) && part.isHere();
}

function pythonPackage(name: string, debian: string): SystemPart {
  return { isHere: () => existsSync(join("/usr/lib/python3/dist-packages", name)), debian, slow: true };
}

function rubyPackage(name: string, debian: string): SystemPart {
  return { isHere: () => existsSync(join("/usr/lib/ruby/vendor_ruby", `${name}.rb`)), debian, slow: true };
}

/** Returns the `GOPATH` that contains the source of Go's websocket package. Debian's compiler uses it without modules. */
export function goPath(): string | undefined {
  return [process.env["GOPATH"] ?? "", "/usr/share/gocode"].find((folder) =>
    existsSync(join(folder, "src/github.com/gorilla/websocket")),
  );
}

function isOnPath(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
}

function hasLibsecret(): boolean {
  return spawnSync("pkg-config", ["--exists", "libsecret-1"], { timeout: 10_000 }).status === 0;
}

/** Tests whether an unprivileged user can create namespaces. */
function canMakeNamespaces(): boolean {
  const args = ["--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--mount-proc"];
  const tried = spawnSync(
    "unshare",
    [...args, "sh", "-c", "PATH=$PATH:/usr/sbin:/sbin; ip link set lo up && openssl version"],
    {
      timeout: 10_000,
    },
  );
  return tried.status === 0;
}

function isInFirstProcessNamespace(): boolean {
  return process.platform === "linux" && readlinkSync("/proc/self/ns/pid") === "pid:[4026531836]";
}

function canListenOnPort80(): boolean {
  if (process.platform !== "linux") return false;
  const firstForAll = Number(readFileSync("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8"));
  const listeners = readFileSync("/proc/net/tcp", "utf8");
  return (process.getuid?.() === 0 || firstForAll <= 80) && !/:0050 [0:]+ 0A /.test(listeners);
}
