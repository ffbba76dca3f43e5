import { isClientError } from "../core/errors.ts";
import type { Addon } from "./binding.ts";
import { loadAddon } from "./load.ts";

/**
 * The user of the process at the other end of a connected Unix socket, as the system says; undefined where it does not, and
 * without the addon.
 */
export function peerUser(descriptor: number, load: typeof loadAddon = loadAddon): number | undefined {
  return askAddon(load, (addon) => addon.peerUser(descriptor));
}

/** Both ends of a connection; a socket that is closed has none. */
interface TcpEnds {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/**
 * Whether a process of this user is at the other end of a TCP connection within this machine; undefined where the system
 * does not say, or it is the system's own, and without the addon.
 */
export function isOwnTcpPeer(ends: TcpEnds, load: typeof loadAddon = loadAddon): boolean | undefined {
  return askOfConnection(ends, load, (addon, args) => addon.isOwnTcpPeer(...args));
}

/**
 * The user of the process at the other end of a TCP connection within this machine; undefined where the system does not say,
 * and without the addon.
 */
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
