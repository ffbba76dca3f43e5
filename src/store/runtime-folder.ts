import { lstat, mkdir, realpath } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import { thisUser } from "../core/resolve/ownership.ts";

/**
 * Returns a directory that is private to this user. Resolves symbolic links, because processes with different paths must use the
 * same directory.
 */
export async function runtimeFolder(): Promise<string> {
  const folder = join(await baseFolder(), "slashpass");
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw lockFailed(folder, error);
  }
  if (!(await isPrivate(folder))) {
    throw lockFailed(folder, { code: "it is not a folder that only this user can access" });
  }
  return folder;
}

async function baseFolder(): Promise<string> {
  const { HOME, LOCALAPPDATA, XDG_RUNTIME_DIR } = process.env;
  if (process.platform === "win32") return isPath(LOCALAPPDATA) ? LOCALAPPDATA : homedir();
  const home = isPath(HOME) ? HOME : userInfo().homedir;
  if (process.platform === "darwin") return join(home, "Library", "Caches");
  return (await trustedFolder(XDG_RUNTIME_DIR)) ?? join(home, ".cache");
}

/** Accepts only private directories, as the XDG Base Directory specification requires. */
async function trustedFolder(path: string | undefined): Promise<string | undefined> {
  if (!isPath(path)) return undefined;
  const real = await realpath(path).catch(() => undefined);
  return real !== undefined && (await isPrivate(real)) ? real : undefined;
}

/** Rejects links. */
async function isPrivate(path: string): Promise<boolean> {
  const about = await lstat(path).catch(() => undefined);
  if (!about?.isDirectory()) return false;
  // Windows has no user ids or modes, but its user directories are private.
  const user = thisUser();
  return user === undefined || (about.uid === user && (about.mode & 0o077) === 0);
}

function isPath(path: string | undefined): path is string {
  return path !== undefined && isAbsolute(path);
}

/** Returns a ClientError unchanged. */
export function lockFailed(folder: string, error: unknown): ClientError {
  if (isClientError(error)) return error;
  return new ClientError({
    type: ErrorType.Disabled,
    code: "lock_failed",
    message: `The lock that prevents concurrent token refreshes could not be created in ${folder} (${systemErrorCode(error)}).`,
    hint: "The folder must belong to the game's user and be inaccessible to others (chmod 700), and the disk must have space.",
  });
}

export function systemErrorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown";
}
