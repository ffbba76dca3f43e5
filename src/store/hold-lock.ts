import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { access, mkdir, readdir, rename, stat, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { guarded, ignore } from "../core/check/callback.ts";
import { stopIfAborted } from "../core/request/abort.ts";
import { atSocketPath, clearDead, endpoint, hasHolderExited, removeHolder } from "./lock-holder.ts";
import { lockFailed, runtimeFolder, systemErrorCode } from "./runtime-folder.ts";

const operation = "Waiting for the token lock";

/** How many consecutive attempts may fail even though no process holds the lock. */
const maxRefusals = 1000;

export async function holdLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const root = await runtimeFolder();
  const lockPath = join(root, createHash("sha256").update(name).digest("hex").slice(0, 16));
  const claim = await prepare(root);
  try {
    await take(claim, lockPath, signal).catch((error) => {
      throw lockFailed(lockPath, error);
    });
    return await work();
  } finally {
    await claim.release();
  }
}

async function prepare(root: string): Promise<LockClaim> {
  try {
    await clearLeftovers(root);
    return await LockClaim.prepare(root);
  } catch (error) {
    throw lockFailed(root, error);
  }
}

async function take(claim: LockClaim, lockPath: string, signal: AbortSignal | undefined): Promise<void> {
  for (let refusals = 0; !(await claim.takeTo(lockPath)); refusals++) {
    stopIfAborted(operation, signal);
    if (refusals === maxRefusals) throw lockFailed(lockPath, { code: "the system does not allow it" });
    if (await hasHolderExited(lockPath, signal)) refusals = 0;
  }
  stopIfAborted(operation, signal);
}

/** Matches the directory names of claims (12 digits) and locks (16 digits). */
const folderOfLock = /^(?:[0-9a-f]{12}|[0-9a-f]{16})$/;

/** How long a claim may exist before its socket listens. */
const newClaimMs = 60_000;

const cleared = new Set<string>();

/** Runs once per process. Leftovers that cannot be removed are harmless. */
export async function clearLeftovers(root: string): Promise<void> {
  if (cleared.has(root)) return;
  cleared.add(root);
  const names = await readdir(root).catch(() => []);
  const old = names.filter((name) => folderOfLock.test(name)).map((name) => join(root, name));
  await Promise.allSettled(old.map(clearIfOld));
}

async function clearIfOld(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder);
  if (Date.now() - mtimeMs > newClaimMs) await clearDead(folder);
}

/** Windows reports EPERM or EACCES for an existing directory. */
const alreadyHeld: ReadonlySet<string> = new Set(
  process.platform === "win32" ? ["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"] : ["ENOTEMPTY", "EEXIST"],
);

/** A directory with a listening socket. Moving it to the lock's path acquires the lock. */
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

  async takeTo(lockPath: string): Promise<boolean> {
    try {
      await rename(this.#folder, lockPath);
    } catch (error) {
      if (alreadyHeld.has(systemErrorCode(error))) return false;
      throw error;
    }
    this.#folder = lockPath;
    // If this process was suspended, another one may have removed its socket. In that case, this process does not hold the lock.
    await access(join(lockPath, this.#token));
    return true;
  }

  async release(): Promise<void> {
    // Once the socket is closed, the lock is free, even if its directory remains.
    await removeHolder(this.#folder, this.#token).catch(() => undefined);
    // Closing the connections wakes the waiters, so it happens last.
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
  // Accepting fails if there is no free descriptor. The waiter then reconnects.
  server.on("error", () => undefined);
}
