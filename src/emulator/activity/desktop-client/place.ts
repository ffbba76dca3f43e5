import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { connect, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClientError, ErrorType } from "../../../core/errors.ts";
import { guarded } from "../../../core/check/callback.ts";
import { desktopClientSockets } from "../../../wire/desktop-client.ts";

/** Bytes that the path of a socket may have: of all systems macOS takes the fewest. */
const longestPath = 103;

/** Where the desktop client listens. */
export interface Place {
  /** The socket, or the pipe on Windows. */
  readonly path: string;
  /** What a program's environment must have to find it there. */
  readonly environment: Readonly<Record<string, string>>;
  /** Removes what was made for it. */
  readonly remove: () => Promise<void>;
}

/**
 * Listens like the real one: at the first of ten names that is free.
 *
 * @throws ClientError `socket_unavailable` (Disabled).
 */
export async function listenAt(server: Server, folder: string | undefined): Promise<Place> {
  if (process.platform === "win32") {
    const path = await listenAtFirst(server, (name) => `\\\\?\\pipe\\${name}`);
    return { path, environment: {}, remove: () => Promise.resolve() };
  }
  const own = folder ?? (await mkdtemp(join(tmpdir(), "slashpass-desktop-client-")));
  const remove = async () => {
    if (folder === undefined) await rm(own, { recursive: true, force: true });
  };
  try {
    // Node would cut it off, and listen elsewhere.
    if (Buffer.byteLength(join(own, "discord-ipc-0")) > longestPath)
      throw Object.assign(new Error("too long"), { code: "ENAMETOOLONG" });
    await mkdir(own, { recursive: true, mode: 0o700 });
    const path = await listenAtFirst(server, (name) => join(own, name));
    return { path, environment: { XDG_RUNTIME_DIR: own }, remove };
  } catch (error) {
    await remove();
    throw unavailable(own, error as NodeJS.ErrnoException);
  }
}

async function listenAtFirst(server: Server, pathOf: (name: string) => string): Promise<string> {
  let failure: unknown;
  for (let index = 0; index < desktopClientSockets; index += 1) {
    const path = pathOf(`discord-ipc-${index}`);
    try {
      await listen(server, path);
      return path;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function listen(server: Server, path: string): Promise<void> {
  if (await isAnswered(path)) throw inUse;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      // The system has no descriptor left for a program: those that are connected go on.
      server.on("error", () => undefined);
      resolve();
    });
  });
}

const inUse = Object.assign(new Error("in use"), { code: "EADDRINUSE" });

/** Whether a process listens there. The system refuses a second listener itself, except in Wine. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const fail = () => resolve(false);
    const connected = () => {
      socket.destroy();
      resolve(true);
    };
    const socket = connect(path, guarded(connected, fail));
    socket.on("error", guarded(fail, fail));
  });
}

function unavailable(folder: string, { code = "unknown" }: NodeJS.ErrnoException): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "socket_unavailable",
    message: `The emulator's desktop client cannot listen in ${folder} (${code}).`,
    hint: "Choose a folder with a short path that only this user can access, or leave it out for a new one.",
  });
}
