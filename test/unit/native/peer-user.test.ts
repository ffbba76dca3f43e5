import { expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { isOwnTcpPeer, peerUser } from "../../../src/native/peer-user.ts";
import type { loadAddon } from "../../../src/native/load.ts";
import { connect } from "node:net";
import { once } from "node:events";
import { fakeDesktopClient } from "../../setup/fake-desktop-client.ts";
import { suspectPeer } from "../../../src/sign-in/desktop-client/places.ts";
import { needs } from "../../setup/system-parts.ts";

const ends = { localAddress: "127.0.0.1", localPort: 1, remoteAddress: "127.0.0.2", remotePort: 2 };

it("The addon is asked for the peer of a connection that has both ends", () => {
  const asked: unknown[] = [];
  const load = () =>
    ({ isOwnTcpPeer: (...args: unknown[]) => asked.push(args) > 0 }) as unknown as ReturnType<
      typeof loadAddon
    >;
  expect(isOwnTcpPeer(ends, load)).toBe(true);
  for (const name of Object.keys(ends))
    expect(isOwnTcpPeer({ ...ends, [name]: undefined }, load)).toBeUndefined();
  expect(asked).toEqual([["127.0.0.2", 2, "127.0.0.1", 1]]);
});

it("The system says who is at the other end of a Unix socket", needs("Linux"), async () => {
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

it("Without the addon nobody says it, and anything else is not hidden", () => {
  const failing = (error: Error) => () => {
    throw error;
  };
  const unavailable = new ClientError({ type: ErrorType.Disabled, code: "addon_unavailable", message: "no" });
  expect(peerUser(7, failing(unavailable))).toBeUndefined();
  expect(() => peerUser(7, failing(new TypeError("a mistake")))).toThrow(TypeError);
  expect(isOwnTcpPeer(ends, failing(unavailable))).toBeUndefined();
});
