import { isClientError } from "../core/errors.ts";
import type { Addon } from "./binding.ts";
import { loadAddon } from "./load.ts";

/** Returns the user id of the peer of a connected Unix socket; `undefined` if unknown or without the addon. */
export function peerUser(descriptor: number, load: typeof loadAddon = loadAddon): number | undefined {
  return askAddon(load, (addon) => addon.peerUser(descriptor));
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
  return askOfConnection(ends, load, (addon, args) => addon.isOwnTcpPeer(...args));
}

/** Returns the user id of the peer of a local TCP connection; `undefined` if unknown or without the addon. */
export function tcpPeerUser(ends: TcpEnds, load: typeof loadAddon = loadAddon): number | undefined {
  return askOfConnection(ends, load, (addon, args) => addon.tcpPeerUser(...args));
}

function askOfConnection<Answer>(
  { localAddress, localPort, remoteAddress, remotePort }: TcpEnds,
  load: typeof loadAddon,
  ask: (addon: Addon, args: Parameters<Addon["tcpPeerUser"]>) => Answer,
): Answer | undefined {
  if (localAddress === undefined || localPort === undefined) return undefined;
  if (remoteAddress === undefined || remotePort === undefined) return undefined;
  return askAddon(load, (addon) => ask(addon, [remoteAddress, remotePort, localAddress, localPort]));
}

function askAddon<Answer>(load: typeof loadAddon, ask: (addon: Addon) => Answer): Answer | undefined {
  try {
    return ask(load());
  } catch (error) {
    if (isClientError(error)) return undefined;
    throw error;
  }
}
