import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { abortedError, ClientError, ErrorType } from "../errors.ts";
import { runtimeFolder } from "./runtime-folder.ts";

/**
 * Runs `work` while no other process of this user does so under the same name.
 *
 * The lock belongs to whoever listens on the socket inside its folder. The system closes a socket with its process, so
 * a lock of the dead is known at once, and those who wait are connected to the holder: they hear of the release
 * without asking again.
 *
 * - Taking: a folder with a listening socket in it is moved to the place of the lock, which only one can do.
 * - Clearing the dead: each socket has a name of its own, so nobody can remove the lock of a later holder.
 *
 * @throws ClientError `aborted`, or `lock_failed` (Disabled) when the system refuses the files.
 */
export async function withProcessLock<T>(
  name: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const root = runtimeFolder();
  const place = join(root, createHash("sha256").update(name).digest("hex").slice(0, 16));
  const claim = await prepareClaim(root).catch(lockFailed);
  try {
    // oxlint-disable-next-line no-await-in-loop -- each round waits for the holder of the moment
    while (!(await claim.takeTo(place).catch(lockFailed))) await holderGone(place, signal);
    throwIfAborted(signal);
    return await work();
  } finally {
    await claim.release();
  }
}

async function prepareClaim(root: string): Promise<Claim> {
  const token = randomBytes(6).toString("hex");
  const folder = join(root, token);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return new Claim(folder, token, await listen(folder, token));
}

/** A prepared folder with a live socket, which becomes the lock when it is moved to its place. */
class Claim {
  #folder: string;
  readonly #token: string;
  readonly #server: Server;
  readonly #waiting = new Set<Socket>();

  constructor(folder: string, token: string, server: Server) {
    this.#folder = folder;
    this.#token = token;
    this.#server = server.on("connection", (socket) => this.#keep(socket));
  }

  /** False when somebody else's folder is there. */
  async takeTo(place: string): Promise<boolean> {
    try {
      await rename(this.#folder, place);
    } catch (error) {
      // Windows says EPERM or EACCES where a folder is in the way.
      if (["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"].includes(codeOf(error))) return false;
      throw error;
    }
    this.#folder = place;
    return true;
  }

  async release(): Promise<void> {
    // A socket that is closed is free, whatever is left of its folder.
    await removeHolder(this.#folder, this.#token).catch(() => undefined);
    // Only now may those who wait look again.
    this.#server.close();
    for (const socket of this.#waiting) socket.destroy();
  }

  #keep(socket: Socket): void {
    this.#waiting.add(socket);
    socket.on("close", () => this.#waiting.delete(socket)).on("error", () => undefined);
  }
}

/** The holder let go or died before it had accepted the connection (UNKNOWN on Windows), or has no room at the moment. */
const wentAway: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "EAGAIN", "UNKNOWN"]);
const nobodyThere: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOENT"]);

/** Resolves when the lock at `place` may be free: released, or cleared because its holder is dead. */
async function holderGone(place: string, signal: AbortSignal | undefined): Promise<void> {
  const [token] = await readdir(place).catch(() => []);
  if (token === undefined) return rmdir(place).catch(() => undefined);
  throwIfAborted(signal);
  const failure = await disconnected(endpoint(place, token), signal);
  throwIfAborted(signal);
  if (failure === undefined || wentAway.has(failure)) return;
  if (!nobodyThere.has(failure)) lockFailed({ code: failure });
  await removeHolder(place, token);
}

/** Waits until the holder that listens at `path` hangs up. The system's word when nobody listens there. */
function disconnected(path: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    let connected = false;
    let failure: string | undefined;
    const socket = connect(path);
    const giveUp = () => socket.destroy();
    signal?.addEventListener("abort", giveUp);
    socket.resume();
    socket.on("connect", () => (connected = true));
    socket.on("error", (error) => (failure = codeOf(error)));
    socket.on("close", () => {
      signal?.removeEventListener("abort", giveUp);
      resolve(connected ? undefined : failure);
    });
  });
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError("Waiting for the lock of the tokens");
}

async function removeHolder(folder: string, token: string): Promise<void> {
  await rm(join(folder, token), { force: true });
  await rmdir(folder).catch(() => undefined);
}

async function listen(folder: string, token: string): Promise<Server> {
  const server = createServer();
  server.listen(endpoint(folder, token));
  await once(server, "listening");
  if (process.platform === "win32") await writeFile(join(folder, token), "");
  return server;
}

/** On Windows, sockets live in a namespace of their own; a file of the same name stands for them in the folder. */
function endpoint(folder: string, token: string): string {
  return process.platform === "win32" ? `\\\\.\\pipe\\slashpass-${token}` : join(folder, token);
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown";
}

function lockFailed(error: unknown): never {
  throw new ClientError({
    type: ErrorType.Disabled,
    code: "lock_failed",
    message: `The lock that keeps processes from refreshing the same token could not be made in ${runtimeFolder()} (${codeOf(error)}).`,
    hint: "Check that this folder can be written by the user of the game.",
  });
}
