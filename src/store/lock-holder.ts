import { readdir, rm, rmdir, mkdtemp, symlink } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join, basename, dirname, isAbsolute } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { guarded } from "../core/check/callback.ts";
import { tmpdir } from "node:os";
import { systemErrorCode, lockFailed } from "./runtime-folder.ts";

/** The lock was released before the holder accepted the connection (UNKNOWN on Windows). */
const released: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UNKNOWN"]);

const noListener: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOENT", "ENOTSOCK"]);

/** The holder is running, but its connection queue is full. */
const queueFull = "EAGAIN";

const queueFullPauseMs = 20;

/** Another process acquired the lock first. Windows also reports EPERM, EACCES or EBUSY for a file that is being removed. */
const changing: ReadonlySet<string> = new Set(
  process.platform === "win32"
    ? ["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM", "EACCES", "EBUSY"]
    : ["ENOENT", "ENOTEMPTY", "EEXIST"],
);

/**
 * Waits until the lock may be free.
 *
 * @returns Whether a process held the lock.
 */
export async function hasHolderExited(lockPath: string, signal: AbortSignal | undefined): Promise<boolean> {
  const token = await tokenAt(lockPath);
  if (token === undefined) return false;
  const connection = await connectToHolder(lockPath, token);
  if (typeof connection !== "string") await waitForClose(connection, signal);
  else if (connection === queueFull) await pause(queueFullPauseMs);
  else if (noListener.has(connection)) await removeHolder(lockPath, token);
  else if (!released.has(connection)) throw lockFailed(lockPath, { code: connection });
  return true;
}

export async function clearDead(lockPath: string): Promise<void> {
  const token = await tokenAt(lockPath);
  if (token === undefined) return;
  const connection = await connectToHolder(lockPath, token);
  if (typeof connection !== "string") connection.destroy();
  else if (noListener.has(connection)) await removeHolder(lockPath, token);
}

export async function removeHolder(lockPath: string, token: string): Promise<void> {
  await rm(join(lockPath, token), { force: true });
  await removeEmpty(lockPath);
}

/** If the directory has no socket, no process holds the lock. */
async function tokenAt(lockPath: string): Promise<string | undefined> {
  const tokens = await readdir(lockPath).catch(unlessChanging);
  if (tokens?.[0] === undefined) await removeEmpty(lockPath);
  return tokens?.[0];
}

async function removeEmpty(lockPath: string): Promise<void> {
  await rmdir(lockPath).catch(unlessChanging);
}

function unlessChanging(error: unknown): undefined {
  if (!changing.has(systemErrorCode(error))) throw error;
}

/** Returns the connection, or the system error code. */
function connectToHolder(lockPath: string, token: string): Promise<Socket | string> {
  return atSocketPath(
    endpoint(lockPath, token),
    (path) =>
      new Promise((resolve) => {
        const socket = connect(path);
        // Never removed, because a later reset would otherwise terminate the process.
        const fail = (error: unknown) => resolve(systemErrorCode(error));
        socket.on("error", guarded(fail, fail));
        socket.on(
          "connect",
          guarded(() => resolve(socket), fail),
        );
      }),
  );
}

async function waitForClose(socket: Socket, signal: AbortSignal | undefined): Promise<void> {
  if (socket.closed) return;
  const giveUp = () => socket.destroy();
  try {
    const closed = new Promise((resolve) => socket.on("close", resolve));
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    socket.resume();
    await closed;
  } finally {
    giveUp();
    signal?.removeEventListener("abort", giveUp);
  }
}

/** In bytes. macOS allows 104 including the terminator; Linux allows 108. */
const maxAddressLength = 103;

const maxTemporaryFolderLength = 50;

/** On Windows, pipes are not in the file system, so a file in the directory represents the pipe. */
export function endpoint(folder: string, token: string): string {
  return process.platform === "win32" ? `\\\\.\\pipe\\slashpass-${token}` : join(folder, token);
}

/**
 * Uses a symbolic link to shorten a long path. Node 20 would silently truncate it, and two processes could then use different
 * sockets.
 */
export async function atSocketPath<T>(path: string, use: (path: string) => Promise<T>): Promise<T> {
  if (process.platform === "win32" || Buffer.byteLength(path) <= maxAddressLength) return use(path);
  // Private, because other users must not be able to redirect the link.
  const detour = await mkdtemp(join(temporaryFolder(), "slashpass-"));
  try {
    const link = join(detour, "to");
    await symlink(dirname(path), link);
    return await use(join(link, basename(path)));
  } finally {
    await rm(detour, { recursive: true, force: true });
  }
}

function temporaryFolder(): string {
  const folder = tmpdir();
  return isAbsolute(folder) && Buffer.byteLength(folder) <= maxTemporaryFolderLength ? folder : "/tmp";
}
