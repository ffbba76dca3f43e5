import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { access, mkdir, rename, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { guarded } from "../../core/check/guarded.ts";
import { removeHolder } from "./holder.ts";
import { codeOf } from "./lock-failed.ts";
import { atSocketPath, endpoint } from "./socket-path.ts";

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

  /** False when somebody else's folder is there. */
  async takeTo(place: string): Promise<boolean> {
    try {
      await rename(this.#folder, place);
    } catch (error) {
      if (taken.has(codeOf(error))) return false;
      throw error;
    }
    this.#folder = place;
    // A process that was stopped while it prepared counts as dead: without its socket it would exclude nobody.
    await access(join(place, this.#token));
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
  // The system has no descriptor left for somebody who waits: it asks again, and the holder goes on.
  server.on("error", () => undefined);
}
