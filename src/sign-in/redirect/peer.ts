import { readFile, readlink } from "node:fs/promises";
import { isIPv4 } from "node:net";
import { endianness } from "node:os";
import { isOwnTcpPeer, tcpPeerUser } from "../../native/peer-user.ts";

/** The user of a loopback peer. Processes of root are unknown, because they may relay other users' data, as WSL's relay does. */
export type Peer = "own" | "foreign" | "unknown";

export interface ConnectionEnds {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Never rejects. */
export type FindPeer = (ends: ConnectionEnds) => Promise<Peer>;

/** Injected for tests. */
export interface PeerMachine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly users: readonly (number | undefined)[];
  readonly read: (path: string) => Promise<string>;
  readonly readLink: (path: string) => Promise<string>;
  readonly isOwnTcpPeer: typeof isOwnTcpPeer;
  readonly tcpPeerUser: typeof tcpPeerUser;
}

/** A row can move and be missed while the table is read in pieces. */
const readings = 3;
/** In other namespaces (containers, WSL), user ids may differ. */
const firstProcessNamespace = "pid:[4026531836]";
const root = 0;

/** Unknown if the process has exited or closed its end. */
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
  // Netlink takes microseconds. The table takes milliseconds, but works if netlink is not allowed.
  const user = machine.tcpPeerUser(ends) ?? (await findUserInTables(ends, machine));
  if (user === undefined) return "unknown";
  if (isThisUser(user, machine)) return "own";
  if (user === root) return "unknown";
  return (await machine.readLink("/proc/self/ns/pid")) === firstProcessNamespace ? "foreign" : "unknown";
}

/** With sudo, the game runs as another user than its player. */
function isThisUser(user: number, { users, env }: PeerMachine): boolean {
  return users.includes(user) || env["SUDO_UID"] === String(user);
}

async function findUserInTables(ends: ConnectionEnds, { read }: PeerMachine): Promise<number | undefined> {
  const searched = searchedRows(ends);
  for (let reading = 0; reading < readings; reading++) {
    for (const { table, start } of searched) {
      // Missing without IPv6.
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

/** Our remote end is the peer's local end. */
function searchedRows({ localAddress, localPort, remoteAddress, remotePort }: ConnectionEnds) {
  const [remote, local] = [hexOfAddress(remoteAddress), hexOfAddress(localAddress)];
  const row = (prefix: string) =>
    ` ${prefix}${remote}:${hexOfPort(remotePort)} ${prefix}${local}:${hexOfPort(localPort)} `;
  // IPv6 sockets can have IPv4 addresses.
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

/** Words are in native byte order. */
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

/** Concurrent requests share the next read, which bounds the cost of a flood. */
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
