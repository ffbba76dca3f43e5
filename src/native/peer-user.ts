import { isClientError } from "../core/errors.ts";
import type { Addon } from "./binding.ts";
import { loadAddon } from "./load.ts";

/** Returns the user id of the peer of a connected Unix socket; `undefined` if unknown or without the addon. */
export function peerUser(descriptor: number, load: typeof loadAddon = loadAddon): number | undefined {
  return callAddon(load, (addon) => addon.peerUser(descriptor));
}

interface TcpEnds {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/**
 * Returns whether the peer of a local TCP connection belongs to this user; `undefined` if unknown, for system processes, or
 * without the addon.
 */
export function isOwnTcpPeer(ends: TcpEnds, load: typeof loadAddon = loadAddon): boolean | undefined {
  return callForConnection(ends, load, (addon, args) => addon.isOwnTcpPeer(...args));
}

/** Returns the user id of the peer of a local TCP connection; `undefined` if unknown or without the addon. */
export function tcpPeerUser(ends: TcpEnds, load: typeof loadAddon = loadAddon): number | undefined {
  return callForConnection(ends, load, (addon, args) => addon.tcpPeerUser(...args));
}

function callForConnection<Answer>(
  { localAddress, localPort, remoteAddress, remotePort }: TcpEnds,
  load: typeof loadAddon,
  call: (addon: Addon, args: Parameters<Addon["tcpPeerUser"]>) => Answer,
): Answer | undefined {
  if (localAddress === undefined || localPort === undefined) return undefined;
  if (remoteAddress === undefined || remotePort === undefined) return undefined;
  return callAddon(load, (addon) => call(addon, [remoteAddress, remotePort, localAddress, localPort]));
}

function callAddon<Answer>(load: typeof loadAddon, call: (addon: Addon) => Answer): Answer | undefined {
  try {
    return call(load());
  } catch (error) {
    if (isClientError(error)) return undefined;
    throw error;
  }
}
