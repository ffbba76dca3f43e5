import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  findPeer,
  type PeerMachine,
  sharingReads,
  tcpPeerUser,
  isOwnTcpPeer,
  peerUser,
} from "../../../../src/sign-in/redirect/peer.ts";
import { needs } from "../../../setup/system-parts.ts";
import { until } from "../../../setup/until.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { loadAddon } from "../../../../src/native/load.ts";
import { fakeDesktopClient } from "../../../setup/fake-desktop-client.ts";
import { suspectPeer } from "../../../../src/sign-in/desktop-client/socket-paths.ts";
import { throwing } from "../../../setup/throwing.ts";

const header =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
/** A row in the format of a little-endian machine's kernel. */
const row = (from: string, to: string, user: number, inode = 41_612) =>
  `   3: ${from} ${to} 01 00000000:00000000 00:00000000 00000000 ${String(user).padStart(5)}        0 ${inode} 2 00000000b42f9a\n`;

const here = { localAddress: "127.0.0.1", localPort: 0x1f90, remoteAddress: "127.0.0.1", remotePort: 0x9c4f };
const [peer, own] = ["0100007F:9C4F", "0100007F:1F90"];
const mapped = "0000000000000000FFFF0000";

function machine({
  tcp = "",
  tcp6 = "",
  ...changes
}: Partial<PeerMachine> & { tcp?: string; tcp6?: string }) {
  const tables: Readonly<Record<string, string>> = { "/proc/net/tcp": tcp, "/proc/net/tcp6": tcp6 };
  const read = vi.fn((path: string) => Promise.resolve(header + tables[path]));
  return {
    platform: "linux" as const,
    env: {},
    users: [1000, 1000],
    read,
    readLink: () => Promise.resolve("pid:[4026531836]"),
    isOwnTcpPeer: () => undefined,
    tcpPeerUser: () => undefined,
    ...changes,
  };
}

describe("findPeer with Linux connection tables", () => {
  it.each<[string, number, number, string]>([
    ["this user", 1000, 41_612, "own"],
    ["another user", 1001, 41_612, "foreign"],
    ["root, which may forward other users' data", 0, 41_612, "unknown"],
    ["a closed socket's user, which newer kernels still report", 1001, 0, "foreign"],
    ["a closed socket without a user", 0, 0, "unknown"],
  ])("classifies a connection by its owner: %s", async (_who, user, inode, found) => {
    expect(await findPeer(here, machine({ tcp: row(peer, own, user, inode) }))).toBe(found);
  });

  it("treats a root connection as `own` if the game runs as root, unless the socket is closed", async () => {
    const users = [0, 0];
    expect(await findPeer(here, machine({ users, tcp: row(peer, own, 0) }))).toBe("own");
    expect(await findPeer(here, machine({ users, tcp: row(peer, own, 0, 0) }))).toBe("unknown");
  });

  it("treats the player's connection as `own` if the game runs with sudo", async () => {
    const sudo = { users: [0, 0], env: { SUDO_UID: "1000" } };
    expect(await findPeer(here, machine({ ...sudo, tcp: row(peer, own, 1000) }))).toBe("own");
    expect(await findPeer(here, machine({ ...sudo, tcp: row(peer, own, 1001) }))).toBe("foreign");
  });

  it("returns `unknown` for another user id in a container or in WSL", async () => {
    const readLink = () => Promise.resolve("pid:[4026532201]");
    expect(await findPeer(here, machine({ readLink, tcp: row(peer, own, 1001) }))).toBe("unknown");
    expect(await findPeer(here, machine({ readLink, tcp: row(peer, own, 1000) }))).toBe("own");
  });

  it("finds an IPv4 address on an IPv6 socket", async () => {
    const tcp6 = row(`${mapped}0100007F:9C4F`, `${mapped}0100007F:1F90`, 1001);
    expect(await findPeer(here, machine({ tcp6 }))).toBe("foreign");
  });

  it("finds IPv6 connections in the IPv6 table", async () => {
    const loopback = "00000000000000000000000001000000";
    const tcp6 = row(`${loopback}:9C4F`, `${loopback}:1F90`, 1001);
    const ends = { ...here, localAddress: "::1", remoteAddress: "::1" };
    expect(await findPeer(ends, machine({ tcp6 }))).toBe("foreign");
    const far = "000080FE00000000FF005450B6AD1DFE";
    const ends2 = { ...ends, remoteAddress: "fe80::5054:ff:fe1d:adb6%eth0" };
    const from = row(`${far}:9C4F`, `${loopback}:1F90`, 1001);
    expect(await findPeer(ends2, machine({ tcp6: from }))).toBe("foreign");
    const ends3 = { ...ends, remoteAddress: "2001:db8:1:2:3:4:5:6" };
    const whole = row("B80D0120020001000400030006000500:9C4F", `${loopback}:1F90`, 1001);
    expect(await findPeer(ends3, machine({ tcp6: whole }))).toBe("foreign");
  });

  it("ignores its own end of the connection, other addresses and other ports", async () => {
    const others = [
      row(own, peer, 1001),
      row("0200007F:9C4F", own, 1001),
      row(peer, "0200007F:1F90", 1001),
      row("0100007F:9C4E", own, 1001),
      row(`0${peer}`, own, 1001),
    ];
    expect(await findPeer(here, machine({ tcp: others.join("") + row(peer, own, 1000) }))).toBe("own");
    expect(await findPeer(here, machine({ tcp: others.slice(0, 4).join("") }))).toBe("unknown");
  });

  it("retries up to three times if a row is missing", async () => {
    const snapshots = [header, header, header, header, header + row(peer, own, 1001), header];
    const read = vi.fn(() => Promise.resolve(snapshots.shift() ?? header));
    expect(await findPeer(here, machine({ read }))).toBe("foreign");
    const empty = machine({});
    expect(await findPeer(here, empty)).toBe("unknown");
    expect(empty.read).toHaveBeenCalledTimes(6);
  });

  it.each<[string, Partial<PeerMachine>]>([
    ["the tables cannot be read", { read: () => Promise.reject(new Error("EACCES")) }],
    ["the user namespace cannot be identified", { readLink: () => Promise.reject(new Error("EACCES")) }],
  ])("returns `unknown` if %s", async (_why, changes) => {
    expect(await findPeer(here, machine({ tcp: row(peer, own, 1001), ...changes }))).toBe("unknown");
  });

  it("returns `unknown` for a closed socket", async () => {
    expect(await findPeer({}, machine({ tcp: row(peer, own, 1001) }))).toBe("unknown");
  });
});

describe("findPeer with a Linux kernel query", () => {
  it.each([
    [1000, "own"],
    [1001, "foreign"],
    [0, "unknown"],
  ])("classifies user %i as %s without reading a table", async (user, found) => {
    const userOfPeer = vi.fn(() => user);
    const queried = machine({ tcpPeerUser: userOfPeer });
    expect(await findPeer(here, queried)).toBe(found);
    expect(userOfPeer).toHaveBeenCalledWith(here);
    expect(queried.read).not.toHaveBeenCalled();
  });
});

describe("findPeer on other systems", () => {
  it.each([
    [true, "own"],
    [false, "foreign"],
    [undefined, "unknown"],
  ])("maps the addon's result %s on Windows to `%s`", async (isOwn, found) => {
    const ofAddon = vi.fn(() => isOwn);
    expect(await findPeer(here, machine({ platform: "win32", isOwnTcpPeer: ofAddon }))).toBe(found);
    expect(ofAddon).toHaveBeenCalledWith(here);
  });

  it("returns `unknown` if the addon throws", async () => {
    const failing = throwing(new TypeError("a mistake"));
    expect(await findPeer(here, machine({ platform: "win32", isOwnTcpPeer: failing }))).toBe("unknown");
  });

  it("returns `unknown` on macOS", async () => {
    expect(await findPeer(here, machine({ platform: "darwin", tcp: row(peer, own, 1001) }))).toBe("unknown");
  });
});

it.each([
  ["127.0.0.1", "127.0.0.1"],
  ["127.0.0.1", "127.0.0.9"],
  ["::1", "::1"],
])("recognizes this process's connection to %s from %s", needs("Linux"), async (host, localAddress) => {
  const server = createServer().listen(0, host);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect({ host, port, localAddress });
  onTestFinished(() => void client.destroy());
  const [accepted] = (await once(server, "connection")) as [Socket];
  onTestFinished(() => void accepted.destroy());
  expect(await findPeer(accepted)).toBe("own");
  expect(tcpPeerUser(accepted)).toBe(process.geteuid?.());
});

describe("sharingReads", () => {
  it("shares the next read among callers that arrive during a read, because the current read may return stale data", async () => {
    const ends: ((text: string) => void)[] = [];
    const read = vi.fn(() => new Promise<string>((resolve) => ends.push(resolve)));
    const readShared = sharingReads(read);
    const first = readShared("a table");
    const others = [readShared("a table"), readShared("a table")];
    expect(read).toHaveBeenCalledTimes(1);
    ends[0]?.("old");
    expect(await first).toBe("old");
    await until(() => read.mock.calls.length === 2);
    const late = readShared("a table");
    ends[1]?.("new");
    expect(await Promise.all(others)).toEqual(["new", "new"]);
    await until(() => read.mock.calls.length === 3);
    ends[2]?.("newest");
    expect(await late).toBe("newest");
  });

  it("continues after a failed read", async () => {
    const read = vi.fn<(path: string) => Promise<string>>().mockRejectedValueOnce(new Error("EMFILE"));
    read.mockResolvedValue("text");
    const readShared = sharingReads(read);
    const [first, second] = [readShared("a table"), readShared("a table")];
    await expect(first).rejects.toThrow("EMFILE");
    expect(await second).toBe("text");
    expect(await readShared("a table")).toBe("text");
  });
});

describe("the addon's peer functions", () => {
  afterEach(() => vi.restoreAllMocks());

  const ends = { localAddress: "127.0.0.1", localPort: 1, remoteAddress: "127.0.0.2", remotePort: 2 };

  it.each([
    ["isOwnTcpPeer", isOwnTcpPeer, true],
    ["tcpPeerUser", tcpPeerUser, 1000],
  ] as const)("passes both ends of a connection to the addon: %s", (name, ask, answer) => {
    const ofAddon = vi.spyOn(loadAddon(), name).mockReturnValue(answer);
    expect(ask(ends)).toBe(answer);
    for (const end of Object.keys(ends)) expect(ask({ ...ends, [end]: undefined })).toBeUndefined();
    expect(ofAddon.mock.calls).toEqual([["127.0.0.2", 2, "127.0.0.1", 1]]);
  });

  it("returns the user at the other end of a Unix socket", needs("Linux"), async () => {
    const { path } = await fakeDesktopClient(() => undefined);
    const socket = connect(path);
    await once(socket, "connect");
    const peers: unknown[] = [];
    suspectPeer(socket, (descriptor) => {
      peers.push(peerUser(descriptor));
      return undefined;
    });
    socket.destroy();
    expect(peers).toEqual([process.geteuid?.()]);
    expect(peerUser(-1)).toBeUndefined();
  });

  it("returns `undefined` if there is no addon but throws other errors", () => {
    const unavailable = new ClientError({
      type: ErrorType.Disabled,
      code: "addon_unavailable",
      message: "no",
    });
    const asked = vi.spyOn(loadAddon(), "peerUser").mockImplementation(throwing(unavailable));
    expect(peerUser(7)).toBeUndefined();
    asked.mockImplementation(throwing(new TypeError("a mistake")));
    expect(() => peerUser(7)).toThrow(TypeError);
  });
});
