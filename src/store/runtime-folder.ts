import { homedir } from "node:os";
import { join } from "node:path";

/** Where processes of this user on this machine leave notes for each other. Short: the path of a socket has at most 103 bytes. */
export function runtimeFolder(): string {
  const { LOCALAPPDATA, XDG_RUNTIME_DIR } = process.env;
  if (process.platform === "win32") return join(LOCALAPPDATA ?? homedir(), "slashpass");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "slashpass");
  return join(XDG_RUNTIME_DIR ?? join(homedir(), ".cache"), "slashpass");
}
