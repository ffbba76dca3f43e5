import { isAbsolute, join } from "node:path";
import { desktopClientSockets } from "../../wire/desktop-client.ts";
import { lstat } from "node:fs/promises";
import type { Socket } from "node:net";
import { isOwnUser, thisUser } from "../../core/resolve/ownership.ts";

/** The facts that decide where the desktop client can listen. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Folders of temporary files, in the order in which the desktop client itself looks for one (Discord documentation, RPC). */
const folderVariables = ["XDG_RUNTIME_DIR", "TMPDIR", "TMP", "TEMP"];

/** Below such a folder: the client as the vendor packs it, in its snap, and in its flatpaks. */
const packagings = [
  "",
  "snap.discord",
  join("app", "com.discordapp.Discord"),
  join("app", "com.discordapp.DiscordCanary"),
];

/**
 * The sockets, and on Windows the pipes, at which a running desktop client can be: all of them, since client and game may
 * have been started with different variables.
 */
export function desktopClientPlaces({ platform, env }: Machine): readonly string[] {
  const names = Array.from({ length: desktopClientSockets }, (_, index) => `discord-ipc-${index}`);
  if (platform === "win32") return names.map((name) => `\\\\?\\pipe\\${name}`);
  const given = folderVariables.map((variable) => env[variable]).filter(isFolder);
  const folders = new Set([...given, "/tmp"]);
  return [...folders].flatMap((folder) =>
    packagings.flatMap((packaging) => names.map((name) => join(folder, packaging, name))),
  );
}

function isFolder(path: string | undefined): path is string {
  return path !== undefined && isAbsolute(path);
}

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
