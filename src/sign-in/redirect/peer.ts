import { readFile, readlink } from "node:fs/promises";
import { isIPv4 } from "node:net";
import { endianness } from "node:os";
import { isClientError } from "../../core/errors.ts";
import type { Addon } from "../../native/binding.ts";
import { loadAddon } from "../../native/load.ts";

/**
 * Whether a loopback peer belongs to this user. Root's processes are `unknown`, because they may relay other users' data, as
 * WSL's relay does.
 */
export type Peer = "own" | "foreign" | "unknown";

export interface ConnectionEnds {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Never rejects. */
export type FindPeer = (ends: ConnectionEnds) => Promise<Peer>;

/** Replaced in tests. */
export interface PeerMachine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly users: readonly (number | undefined)[];
  readonly read: (path: string) => Promise<string>;
  readonly readLink: (path: string) => Promise<string>;
  readonly isOwnTcpPeer: typeof isOwnTcpPeer;
  readonly tcpPeerUser: typeof tcpPeerUser;
}

/** The kernel returns the table in pieces, so a row that moves in the meantime may be missed. */
const readings = 3;
/** In other namespaces (containers, WSL), user ids may differ. */
const firstProcessNamespace = "pid:[4026531836]";
const root = 0;

/** Returns `unknown` if the process has exited or closed its end. */
export async function findPeer(ends: ConnectionEnds, machine: PeerMachine = thisMachine()): Promise<Peer> {
  try {
    if (machine.platform === "win32") return peerOf(machine.isOwnTcpPeer(ends));
    return machine.platform === "linux" ? await findLinuxPeer(ends, machine) : "unknown";
  } catch {
    return "unknown";
  }
}

function peerOf(isOwn: boolean | undefined): Peer {
  if (isOwn === undefined) return "unknown";
  return isOwn ? "own" : "foreign";
}

async function findLinuxPeer(ends: ConnectionEnds, machine: PeerMachine): Promise<Peer> {
  // Netlink takes microseconds. The table takes milliseconds but works even if netlink is not allowed.
  const user = machine.tcpPeerUser(ends) ?? (await findUserInTables(ends, machine));
  if (user === undefined) return "unknown";
  if (isThisUser(user, machine)) return "own";
  if (user === root) return "unknown";
  return (await machine.readLink("/proc/self/ns/pid")) === firstProcessNamespace ? "foreign" : "unknown";
}

/** Under sudo, the game runs as a different user from the player. */
function isThisUser(user: number, { users, env }: PeerMachine): boolean {
  return users.includes(user) || env["SUDO_UID"] === String(user);
}

async function findUserInTables(ends: ConnectionEnds, { read }: PeerMachine): Promise<number | undefined> {
  const searched = searchedRows(ends);
  for (let reading = 0; reading < readings; reading++) {
    for (const { table, start } of searched) {
      // The IPv6 table is missing if IPv6 is disabled.
      const text = await read(table).catch(() => "");
      const at = text.indexOf(start);
      if (at !== -1) return userIn(text.slice(at, text.indexOf("\n", at)));
    }
  }
  return undefined;
}

/** A closed socket has no inode and may be listed as root's. */
function userIn(row: string): number | undefined {
  const [user, , inode] = row.split(/ +/).slice(7).map(Number);
  return user === root && inode === 0 ? undefined : user;
}

/** Local and remote are swapped, because the row describes the peer's end. */
function searchedRows({ localAddress, localPort, remoteAddress, remotePort }: ConnectionEnds) {
  const [remote, local] = [hexOfAddress(remoteAddress), hexOfAddress(localAddress)];
  const row = (prefix: string) =>
    ` ${prefix}${remote}:${hexOfPort(remotePort)} ${prefix}${local}:${hexOfPort(localPort)} `;
  // IPv6 sockets can have IPv4-mapped addresses.
  return remote.length === 8
    ? [
        { table: "/proc/net/tcp", start: row("") },
        { table: "/proc/net/tcp6", start: row(hexOfAddress("::ffff:0:0").slice(0, -8)) },
      ]
    : [{ table: "/proc/net/tcp6", start: row("") }];
}

function hexOfPort(port = 0): string {
  return port.toString(16).toUpperCase().padStart(4, "0");
}

/** The table lists 32-bit words in native byte order. */
function hexOfAddress(address = ""): string {
  const bytes = Buffer.from(isIPv4(address) ? address.split(".").map(Number) : bytesOfIPv6(address));
  if (endianness() === "LE") bytes.swap32();
  return bytes.toString("hex").toUpperCase();
}

function bytesOfIPv6(address: string): Buffer {
  const [head = "", tail = ""] = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname
    .slice(1, -1)
    .split("::");
  const [first, last] = [head, tail].map((part) =>
    (part === "" ? [] : part.split(":")).map((group) => group.padStart(4, "0")).join(""),
  ) as [string, string];
  return Buffer.from(first + "0".repeat(32 - first.length - last.length) + last, "hex");
}

/** Concurrent requests share the next read, which limits the cost of a flood. */
export function sharingReads(read: (path: string) => Promise<string>): (path: string) => Promise<string> {
  const running = new Map<string, Promise<string>>();
  const next = new Map<string, Promise<string>>();
  const start = (path: string): Promise<string> => {
    const reading = read(path).finally(() => running.delete(path));
    running.set(path, reading);
    return reading;
  };
  return (path) => {
    const before = running.get(path);
    if (!before) return start(path);
    const waiting =
      next.get(path) ??
      before
        .catch(() => "")
        .then(() => {
          next.delete(path);
          return start(path);
        });
    next.set(path, waiting);
    return waiting;
  };
}

const readTable = sharingReads((path) => readFile(path, "latin1"));

function thisMachine(): PeerMachine {
  return {
    platform: process.platform,
    env: process.env,
    users: [process.geteuid?.(), process.getuid?.()],
    read: readTable,
    readLink: readlink,
    isOwnTcpPeer,
    tcpPeerUser,
  };
}

export function peerUser(descriptor: number): number | undefined {
  return callAddon((addon) => addon.peerUser(descriptor));
}

/**
 * Returns whether this user owns the peer of a local TCP connection. Returns `undefined` if the peer is a system process, the
 * owner is unknown, or the addon is unavailable.
 */
export function isOwnTcpPeer(ends: ConnectionEnds): boolean | undefined {
  return callForConnection(ends, (addon, args) => addon.isOwnTcpPeer(...args));
}

export function tcpPeerUser(ends: ConnectionEnds): number | undefined {
  return callForConnection(ends, (addon, args) => addon.tcpPeerUser(...args));
}

function callForConnection<Answer>(
  { localAddress, localPort, remoteAddress, remotePort }: ConnectionEnds,
  call: (addon: Addon, args: Parameters<Addon["tcpPeerUser"]>) => Answer,
): Answer | undefined {
  if (localAddress === undefined || localPort === undefined) return undefined;
  if (remoteAddress === undefined || remotePort === undefined) return undefined;
  return callAddon((addon) => call(addon, [remoteAddress, remotePort, localAddress, localPort]));
}

function callAddon<Answer>(call: (addon: Addon) => Answer): Answer | undefined {
  try {
    return call(loadAddon());
  } catch (error) {
    if (isClientError(error)) return undefined;
    throw error;
  }
}
