import { readdir, stat, access, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./runtime-folder.ts";
import { clearDead, removeHolder, endpoint, atSocketPath } from "./lock-holder.ts";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { guarded, ignore } from "../core/check/callback.ts";

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
    socket.on("close", guarded(forget, ignore)).on("error", () => undefined);
  }
}

async function listen(server: Server, path: string): Promise<void> {
  server.listen(path);
  await once(server, "listening");
  // The system has no descriptor left for a waiter: the waiter connects again, and the holder goes on.
  server.on("error", () => undefined);
}
