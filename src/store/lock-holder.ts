import { readdir, rm, rmdir, mkdtemp, symlink } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join, basename, dirname, isAbsolute } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { guarded } from "../core/check/callback.ts";
import { tmpdir } from "node:os";
import { codeOf, lockFailed } from "./runtime-folder.ts";

/** The holder let go or died before it had accepted the connection (UNKNOWN on Windows). */
const wentAway: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UNKNOWN"]);

const nobodyThere: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOENT", "ENOTSOCK"]);

/** The holder lives, and more wait for it than the system lets wait. */
const crowded = "EAGAIN";

const crowdedMs = 20;

/** Another process was faster. Windows also reports EPERM, EACCES or EBUSY for a file that is being removed. */
const changing: ReadonlySet<string> = new Set(
  process.platform === "win32"
    ? ["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM", "EACCES", "EBUSY"]
    : ["ENOENT", "ENOTEMPTY", "EEXIST"],
);

/**
 * Resolves when the lock at `place` may be free: its holder released it, or is dead and was cleared.
 *
 * @returns whether there was a holder.
 */
export async function holderGone(place: string, signal: AbortSignal | undefined): Promise<boolean> {
  const token = await tokenAt(place);
  if (token === undefined) return false;
  const reached = await reach(place, token);
  if (typeof reached !== "string") await hungUp(reached, signal);
  else if (reached === crowded) await pause(crowdedMs);
  else if (nobodyThere.has(reached)) await removeHolder(place, token);
  else if (!wentAway.has(reached)) throw lockFailed(place, { code: reached });
  return true;
}

/** Removes the lock or claim at `place` if its maker is dead. */
export async function clearDead(place: string): Promise<void> {
  const token = await tokenAt(place);
  if (token === undefined) return;
  const reached = await reach(place, token);
  if (typeof reached !== "string") reached.destroy();
  else if (nobodyThere.has(reached)) await removeHolder(place, token);
}

export async function removeHolder(place: string, token: string): Promise<void> {
  await rm(join(place, token), { force: true });
  await removeEmpty(place);
}

/** The name of the socket inside `place`. A folder without a socket has no holder. */
async function tokenAt(place: string): Promise<string | undefined> {
  const tokens = await readdir(place).catch(unlessChanging);
  if (tokens?.[0] === undefined) await removeEmpty(place);
  return tokens?.[0];
}

async function removeEmpty(place: string): Promise<void> {
  await rmdir(place).catch(unlessChanging);
}

function unlessChanging(error: unknown): undefined {
  if (!changing.has(codeOf(error))) throw error;
}

/** Connects to the process that listens; returns the system's error code if that fails. */
function reach(place: string, token: string): Promise<Socket | string> {
  return atSocketPath(
    endpoint(place, token),
    (path) =>
      new Promise((resolve) => {
        const socket = connect(path);
        // Stays for good: a later reset is no failure of ours, and without it would end the process.
        const fail = (error: unknown) => resolve(codeOf(error));
        socket.on("error", guarded(fail, fail));
        socket.on(
          "connect",
          guarded(() => resolve(socket), fail),
        );
      }),
  );
}

/** Resolves when the other end hangs up, or the signal is aborted. */
async function hungUp(socket: Socket, signal: AbortSignal | undefined): Promise<void> {
  if (socket.closed) return;
  const giveUp = () => socket.destroy();
  try {
    const closed = new Promise((resolve) => socket.on("close", resolve));
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    socket.resume();
    await closed;
  } finally {
    // Also without a signal.
    giveUp();
    signal?.removeEventListener("abort", giveUp);
  }
}

/** A socket's address has room for so many bytes on every system (macOS: 104 with the end mark; Linux: 108). */
const longestAddress = 103;

const longestTemporaryFolder = 50;

/** On Windows, sockets have a namespace of their own; a file of the same name marks them in the folder. */
export function endpoint(folder: string, token: string): string {
  return process.platform === "win32" ? `\\\\.\\pipe\\slashpass-${token}` : join(folder, token);
}

/**
 * Calls `use` with a path of the socket `path` that fits into an address, however long `path` is: a link leads to its
 * folder. A longer one must never reach the system, since Node 20 cuts it without a word, and two processes that cut the
 * same path do not meet at the same socket.
 */
export async function atSocketPath<T>(path: string, use: (path: string) => Promise<T>): Promise<T> {
  if (process.platform === "win32" || Buffer.byteLength(path) <= longestAddress) return use(path);
  // mkdtemp makes the folder for this user alone: no other user can redirect the link.
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
  return isAbsolute(folder) && Buffer.byteLength(folder) <= longestTemporaryFolder ? folder : "/tmp";
}
