import { isAbsolute, join } from "node:path";
import { desktopClientSockets } from "../../wire/desktop-client.ts";
import { lstat } from "node:fs/promises";
import type { Socket } from "node:net";
import { isOwnUser, thisUser } from "../../core/resolve/ownership.ts";

export interface SocketEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Temporary directories, in the order in which the desktop client tries them (Discord documentation, RPC). */
const folderVariables = ["XDG_RUNTIME_DIR", "TMPDIR", "TMP", "TEMP"];

const packagings = [
  "",
  "snap.discord",
  join("app", "com.discordapp.Discord"),
  join("app", "com.discordapp.DiscordCanary"),
];

/** Returns all possible paths, because the desktop client may have been started with different environment variables. */
export function desktopClientPaths({ platform, env }: SocketEnvironment): readonly string[] {
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

/** Returns `undefined` if the system does not provide the user id. */
export type PeerUser = (descriptor: number) => number | undefined;

/**
 * Checks that the file belongs to this user.
 *
 * @returns `undefined` if the file is trusted, `absent` if it is missing, or a reason that starts with "it".
 */
export async function suspectFile(
  path: string,
  user: number | undefined = thisUser(),
): Promise<string | undefined> {
  if (user === undefined) return undefined;
  // Does not use `stat`, because a symbolic link could point to another user's socket.
  const about = await lstat(path).catch(() => undefined);
  if (!about) return absent;
  if (!about.isSocket()) return "it is not a socket";
  return isOwnUser(about.uid, user) ? undefined : "it belongs to another user";
}

export const absent = "it is missing";

/** The file may have been replaced since it was checked. */
export function suspectPeer(
  socket: Socket,
  peerUser: PeerUser,
  user: number | undefined = thisUser(),
): string | undefined {
  const descriptor = descriptorOf(socket);
  const peer = descriptor === undefined ? undefined : peerUser(descriptor);
  if (user === undefined || peer === undefined) return undefined;
  return isOwnUser(peer, user) ? undefined : "another user's process is listening there";
}

/** Uses a private Node.js handle, which other runtimes may lack. */
function descriptorOf(socket: Socket): number | undefined {
  const { _handle: handle } = socket as { _handle?: { fd?: unknown } | null };
  const descriptor = handle?.fd;
  return typeof descriptor === "number" && descriptor >= 0 ? descriptor : undefined;
}
