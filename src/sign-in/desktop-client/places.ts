import { isAbsolute, join } from "node:path";
import { desktopClientSockets } from "../../wire/desktop-client.ts";

/** What says where the desktop client can listen. */
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
