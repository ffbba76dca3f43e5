import { readFile, readlink } from "node:fs/promises";
import { isIPv4 } from "node:net";
import { endianness } from "node:os";
import { isOwnTcpPeer, tcpPeerUser } from "../../native/peer-user.ts";

/**
 * The user of the process at the other end of a connection to the loopback interface: this user, another user, or a user that the
 * system does not name. A process of root may pass on data of others, as the relay of WSL does: unknown.
 */
export type Peer = "own" | "foreign" | "unknown";

/** Both ends of a connection, as Node's socket has them. */
export interface ConnectionEnds {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Looks for the peer of a connection. Never fails. */
export type FindPeer = (ends: ConnectionEnds) => Promise<Peer>;

/** The facts that {@link findPeer} reads; injected, so that every machine can be tested on one. */
export interface PeerMachine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The users of this process. */
  readonly users: readonly (number | undefined)[];
  readonly read: (path: string) => Promise<string>;
  readonly readLink: (path: string) => Promise<string>;
  readonly isOwnTcpPeer: typeof isOwnTcpPeer;
  readonly tcpPeerUser: typeof tcpPeerUser;
}

/** A table is read in pieces, between which a row can move out of sight. */
const readings = 3;
/** In another namespace, users may have other numbers outside: containers, and WSL. */
const firstProcessNamespace = "pid:[4026531836]";
const root = 0;

/** The sender of the data on a connection. A process that ended, or closed its end, is no longer known. */
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
  // The kernel tells of one connection in microseconds; its table takes milliseconds, and can be read where netlink is refused.
  const user = machine.tcpPeerUser(ends) ?? (await findUserInTables(ends, machine));
  if (user === undefined) return "unknown";
  if (isThisUser(user, machine)) return "own";
  if (user === root) return "unknown";
  return (await machine.readLink("/proc/self/ns/pid")) === firstProcessNamespace ? "foreign" : "unknown";
}

/** With sudo the game is another user's than its player. */
function isThisUser(user: number, { users, env }: PeerMachine): boolean {
  return users.includes(user) || env["SUDO_UID"] === String(user);
}

async function findUserInTables(ends: ConnectionEnds, { read }: PeerMachine): Promise<number | undefined> {
  const searched = searchedRows(ends);
  for (let reading = 0; reading < readings; reading++) {
    for (const { table, start } of searched) {
      // Without IPv6 there is no second table.
      const text = await read(table).catch(() => "");
      const at = text.indexOf(start);
      if (at !== -1) return userIn(text.slice(at, text.indexOf("\n", at)));
    }
  }
  return undefined;
}

/** A socket that its process has closed has no inode, and may be shown as one of root. */
function userIn(row: string): number | undefined {
  const [user, , inode] = row.split(/ +/).slice(7).map(Number);
  return user === root && inode === 0 ? undefined : user;
}

/** The beginning of the peer's row, in each table that can have it: our remote end is its local end. */
function searchedRows({ localAddress, localPort, remoteAddress, remotePort }: ConnectionEnds) {
  const [there, here] = [hexOfAddress(remoteAddress), hexOfAddress(localAddress)];
  const row = (prefix: string) =>
    ` ${prefix}${there}:${hexOfPort(remotePort)} ${prefix}${here}:${hexOfPort(localPort)} `;
  // Sockets of IPv6 can have addresses of IPv4.
  return there.length === 8
    ? [
        { table: "/proc/net/tcp", start: row("") },
        { table: "/proc/net/tcp6", start: row(hexOfAddress("::ffff:0:0").slice(0, -8)) },
      ]
    : [{ table: "/proc/net/tcp6", start: row("") }];
}

function hexOfPort(port = 0): string {
  return port.toString(16).toUpperCase().padStart(4, "0");
}

/** The kernel writes the words of an address as numbers of this machine. */
function hexOfAddress(address = ""): string {
  const bytes = Buffer.from(isIPv4(address) ? address.split(".").map(Number) : bytesOfIPv6(address));
  if (endianness() === "LE") bytes.swap32();
  return bytes.toString("hex").toUpperCase();
}

function bytesOfIPv6(address: string): Buffer {
  // A zone says nothing within a machine.
  const [head = "", tail = ""] = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname
    .slice(1, -1)
    .split("::");
  const [first, last] = [head, tail].map((part) =>
    (part === "" ? [] : part.split(":")).map((group) => group.padStart(4, "0")).join(""),
  ) as [string, string];
  return Buffer.from(first + "0".repeat(32 - first.length - last.length) + last, "hex");
}

/** Requests that arrive while a table is being read share the next reading: a flood of requests costs little more than one. */
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
