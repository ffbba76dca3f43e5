import { rm, readdir, stat, access, mkdir, rename, writeFile, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type Socket, connect } from "node:net";
import { guarded } from "../core/check/callback.ts";
import { endpoint, atSocketPath } from "./socket-path.ts";

/** A claim (12 digits) or a lock (16). */
const folderOfLock = /^(?:[0-9a-f]{12}|[0-9a-f]{16})$/;

/** How long a claim may exist without a listening socket. */
const youthMs = 60_000;

const cleared = new Set<string>();

/** Removes, once per process, the leftovers of killed processes in `root`. Leftovers that cannot be removed do no harm. */
export async function clearLeftovers(root: string): Promise<void> {
  if (cleared.has(root)) return;
  cleared.add(root);
  const names = await readdir(root).catch(() => []);
  const old = names.filter((name) => folderOfLock.test(name)).map((name) => join(root, name));
  await Promise.allSettled(old.map(clearIfOld));
}

async function clearIfOld(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder);
  if (Date.now() - mtimeMs > youthMs) await clearDead(folder);
}

/** Windows says EPERM or EACCES where a folder is in the way. */
const taken: ReadonlySet<string> = new Set(
  process.platform === "win32" ? ["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"] : ["ENOTEMPTY", "EEXIST"],
);

/** A prepared folder with a live socket, which becomes the lock when it is moved to its place. */
export class LockClaim {
  #folder: string;
  readonly #token: string;
  readonly #server = createServer();
  readonly #waiting = new Set<Socket>();

  private constructor(folder: string, token: string) {
    this.#folder = folder;
    this.#token = token;
    this.#server.on(
      "connection",
      guarded(
        (socket: Socket) => this.#keep(socket),
        (_error, socket) => socket.destroy(),
      ),
    );
  }

  static async prepare(root: string): Promise<LockClaim> {
    const token = randomBytes(6).toString("hex");
    const folder = join(root, token);
    await mkdir(folder, { mode: 0o700 });
    const claim = new LockClaim(folder, token);
    try {
      await atSocketPath(endpoint(folder, token), (path) => listen(claim.#server, path));
      if (process.platform === "win32") await writeFile(join(folder, token), "");
    } catch (error) {
      await claim.release();
      throw error;
    }
    return claim;
  }

  /** False when the folder of another holder is there. */
  async takeTo(place: string): Promise<boolean> {
    try {
      await rename(this.#folder, place);
    } catch (error) {
      if (taken.has(codeOf(error))) return false;
      throw error;
    }
    this.#folder = place;
    // A process that was stopped while it prepared counts as dead and may have lost its socket; without one it would not hold the lock.
    await access(join(place, this.#token));
    return true;
  }

  async release(): Promise<void> {
    // A socket that is closed is free, whatever is left of its folder.
    await removeHolder(this.#folder, this.#token).catch(() => undefined);
    // Waiters look again when their connections close, so these close last.
    this.#server.close();
    for (const socket of this.#waiting) socket.destroy();
  }

  #keep(socket: Socket): void {
    this.#waiting.add(socket);
    const forget = () => this.#waiting.delete(socket);
    socket
      .on(
        "close",
        guarded(forget, () => undefined),
      )
      .on("error", () => undefined);
  }
}

async function listen(server: Server, path: string): Promise<void> {
  server.listen(path);
  await once(server, "listening");
  // The system has no descriptor left for a waiter: the waiter connects again, and the holder goes on.
  server.on("error", () => undefined);
}

/** The system's word for what went wrong. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown";
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

export const nobodyThere: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOENT", "ENOTSOCK"]);

/** Another process was faster. Windows also says EPERM, EACCES or EBUSY of what is just being removed. */
const changing: ReadonlySet<string> = new Set(
  process.platform === "win32"
    ? ["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM", "EACCES", "EBUSY"]
    : ["ENOENT", "ENOTEMPTY", "EEXIST"],
);

/** The name of the socket inside `place`. A folder without a socket has no holder. */
export async function tokenAt(place: string): Promise<string | undefined> {
  const tokens = await readdir(place).catch(unlessChanging);
  if (tokens?.[0] === undefined) await removeEmpty(place);
  return tokens?.[0];
}

export async function removeEmpty(place: string): Promise<void> {
  await rmdir(place).catch(unlessChanging);
}

function unlessChanging(error: unknown): undefined {
  if (!changing.has(codeOf(error))) throw error;
}

/** Connects to the process that listens; returns the system's error code if that fails. */
export function reach(place: string, token: string): Promise<Socket | string> {
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
