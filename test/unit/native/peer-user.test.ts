import { expect, it, vi } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { isOwnTcpPeer, peerUser, tcpPeerUser } from "../../../src/native/peer-user.ts";
import type { loadAddon } from "../../../src/native/load.ts";
import { connect } from "node:net";
import { once } from "node:events";
import { fakeDesktopClient } from "../../setup/fake-desktop-client.ts";
import { suspectPeer } from "../../../src/sign-in/desktop-client/socket-paths.ts";
import { needs } from "../../setup/system-parts.ts";
import { throwing } from "../../setup/throwing.ts";

const ends = { localAddress: "127.0.0.1", localPort: 1, remoteAddress: "127.0.0.2", remotePort: 2 };

it.each([
  ["isOwnTcpPeer", isOwnTcpPeer, true],
  ["tcpPeerUser", tcpPeerUser, 1000],
])("passes both ends of a connection to the addon: %s", (name, ask, answer) => {
  const ofAddon = vi.fn(() => answer);
  const load = () => ({ [name]: ofAddon }) as unknown as ReturnType<typeof loadAddon>;
  expect(ask(ends, load)).toBe(answer);
  for (const end of Object.keys(ends)) expect(ask({ ...ends, [end]: undefined }, load)).toBeUndefined();
  expect(ofAddon.mock.calls).toEqual([["127.0.0.2", 2, "127.0.0.1", 1]]);
});

it("returns the user at a Unix socket's other end", needs("Linux"), async () => {
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

it("returns `undefined` without the addon, and throws other errors", () => {
  const failing = (error: Error) => throwing(error);
  const unavailable = new ClientError({ type: ErrorType.Disabled, code: "addon_unavailable", message: "no" });
  expect(peerUser(7, failing(unavailable))).toBeUndefined();
  expect(() => peerUser(7, failing(new TypeError("a mistake")))).toThrow(TypeError);
  expect(isOwnTcpPeer(ends, failing(unavailable))).toBeUndefined();
});
