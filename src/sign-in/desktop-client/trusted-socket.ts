import { lstat } from "node:fs/promises";
import type { Socket } from "node:net";
import { isOwnUser, thisUser } from "../../core/resolve/ownership.ts";

/** The user at the other end of a connection, by its descriptor; undefined where the system does not say. */
export type PeerUser = (descriptor: number) => number | undefined;

/**
 * Why the file of a socket is not trusted, in words that follow "it". A pipe of Windows has no file.
 *
 * @returns undefined for a trusted file; `absent` where there is no file.
 */
export async function suspectFile(
  path: string,
  user: number | undefined = thisUser(),
): Promise<string | undefined> {
  if (user === undefined) return undefined;
  // Not stat: a symbolic link could lead to another user's socket.
  const about = await lstat(path).catch(() => undefined);
  if (!about) return absent;
  if (!about.isSocket()) return "it is not a socket";
  return isOwnUser(about.uid, user) ? undefined : "it belongs to another user";
}

export const absent = "it is missing";

/** Why the process that accepted the connection is not trusted: the file may have been replaced after it was checked. */
export function suspectPeer(
  socket: Socket,
  peerUser: PeerUser,
  user: number | undefined = thisUser(),
): string | undefined {
  const descriptor = descriptorOf(socket);
  const peer = descriptor === undefined ? undefined : peerUser(descriptor);
  if (user === undefined || peer === undefined) return undefined;
  return isOwnUser(peer, user) ? undefined : "a process of another user listens there";
}

/** Node keeps it to itself; the other runtimes may have none. */
function descriptorOf(socket: Socket): number | undefined {
  const { _handle: handle } = socket as { _handle?: { fd?: unknown } | null };
  const descriptor = handle?.fd;
  return typeof descriptor === "number" && descriptor >= 0 ? descriptor : undefined;
}
