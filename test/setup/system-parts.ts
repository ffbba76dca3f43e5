import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findChromium } from "../../examples/main-job/browser.js";

/** Whether `npm run test:quick` runs, which leaves out what needs a slow part. */
export const isQuick = Boolean(process.env["SLASHPASS_QUICK_TESTS"]);

/** Something of the machine that npm cannot bring, or the time for it. */
export interface SystemPart {
  readonly isHere: () => boolean;
  /** The package of Debian and Ubuntu that brings it; a part without one cannot be installed. */
  readonly debian?: string;
  /** Left out by `npm run test:quick`: slow to start, or never there on a plain machine. */
  readonly slow?: true;
}

const program = (name: string, debian: string): SystemPart => ({ isHere: () => isOnPath(name), debian });
const slow = (part: SystemPart): SystemPart => ({ ...part, slow: true });

/** Every part that a test may ask for. */
export const systemParts = {
  Linux: { isHere: () => process.platform === "linux" },
  "a POSIX system": { isHere: () => process.platform !== "win32" },
  "the root user": { isHere: () => process.getuid?.() === 0 },
  // In a container the numbers of users may mean others than outside, and the library makes nothing of them.
  "the first process namespace": { isHere: isInFirstProcessNamespace },
  "whole programs": slow({ isHere: () => true }),
  "a network namespace": {
    isHere: () => process.env["SLASHPASS_NAMESPACE"] !== undefined,
    debian: "iproute2 openssl",
  },
  "namespaces of one's own": { isHere: canMakeNamespaces, debian: "iproute2 openssl" },
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
  "g++": slow(program("g++", "g++")),
  hexdump: program("hexdump", "bsdextrautils"),
  od: { isHere: () => isOnPath("od") },
  xxd: program("xxd", "xxd"),
  gettext: program("msgfmt", "gettext"),
  gio: program("gio", "libglib2.0-bin"),
  "xdg-utils": program("xdg-mime", "xdg-utils"),
  // The same program under the name by which it checks files: its package starts no service.
  "redis-server": program("redis-check-rdb", "redis-tools"),
  "desktop-file-utils": program("update-desktop-database", "desktop-file-utils"),
} as const satisfies Record<string, SystemPart>;

export type SystemPartName = keyof typeof systemParts;

/** What a keychain of the test's own is made of. */
export const keychainParts = ["Linux", "dbus-daemon", "gnome-keyring", "secret-tool"] as const;

/** What the real keytar is compiled with, and the keychain it speaks to. */
export const keytarParts = [...keychainParts, "libsecret", "python3"] as const;

declare module "vitest" {
  interface TaskMeta {
    /** The parts of the system for whose lack the test is skipped. */
    lacks?: SystemPartName[];
  }
}

/**
 * Options of a test or `describe` that cannot run without these parts: where one is missing it is skipped, and the
 * summary at the end of the run says so (skipped-tests.ts).
 */
export function needs(...names: SystemPartName[]): { skip: boolean; meta: { lacks: SystemPartName[] } } {
  const lacks = names.filter((name) => !isUsed(systemParts[name]));
  return { skip: lacks.length > 0, meta: { lacks } };
}

function isUsed(part: SystemPart): boolean {
  return !(part.slow && isQuick) && part.isHere();
}

/** A package of Debian's own Python. */
function pythonPackage(name: string, debian: string): SystemPart {
  return { isHere: () => existsSync(join("/usr/lib/python3/dist-packages", name)), debian, slow: true };
}

/** A package of Debian's own Ruby. */
function rubyPackage(name: string, debian: string): SystemPart {
  return { isHere: () => existsSync(join("/usr/lib/ruby/vendor_ruby", `${name}.rb`)), debian, slow: true };
}

function isOnPath(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
}

function hasLibsecret(): boolean {
  return spawnSync("pkg-config", ["--exists", "libsecret-1"], { timeout: 10_000 }).status === 0;
}

/** As a user without rights makes them. */
function canMakeNamespaces(): boolean {
  const words = ["--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--mount-proc"];
  const tried = spawnSync(
    "unshare",
    [...words, "sh", "-c", "PATH=$PATH:/usr/sbin:/sbin; ip link set lo up && openssl version"],
    {
      timeout: 10_000,
    },
  );
  return tried.status === 0;
}

function isInFirstProcessNamespace(): boolean {
  return process.platform === "linux" && readlinkSync("/proc/self/ns/pid") === "pid:[4026531836]";
}

/** Whether the port is free and this user may have it. */
function canListenOnPort80(): boolean {
  if (process.platform !== "linux") return false;
  const firstForAll = Number(readFileSync("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8"));
  const listeners = readFileSync("/proc/net/tcp", "utf8");
  return (process.getuid?.() === 0 || firstForAll <= 80) && !/:0050 [0:]+ 0A /.test(listeners);
}
