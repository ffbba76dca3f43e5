import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { connect, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ClientError, ErrorType } from "../../../core/errors.ts";
import { desktopClientSockets } from "../../../wire/rpc.ts";

/** The lowest limit on any platform (macOS), in bytes. */
const longestPath = 103;

export interface DesktopSocket {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}

/** Tries ten names, and listens on the first free one. */
export async function listenAt(server: Server, folder: string | undefined): Promise<DesktopSocket> {
  if (process.platform === "win32") {
    const path = await listenAtFirst(server, (name) => `\\\\?\\pipe\\${name}`);
    return { path, environment: {}, remove: () => Promise.resolve() };
  }
  const own = folder ?? (await mkdtemp(join(tmpdir(), "slashpass-desktop-client-")));
  const remove = async () => {
    if (folder === undefined) await rm(own, { recursive: true, force: true });
  };
  try {
    // Node would truncate a longer path and listen elsewhere.
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

/** @throws ClientError `socket_unavailable` (Disabled). */
export async function listenAgain(server: Server, path: string): Promise<void> {
  try {
    await listen(server, path);
  } catch (error) {
    throw unavailable(dirname(path), error as NodeJS.ErrnoException);
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
  await once(server.listen(path), "listening");
  // Running out of file descriptors must not end existing connections.
  server.on("error", () => undefined);
}

const inUse = Object.assign(new Error("in use"), { code: "EADDRINUSE" });

/** Checks whether a server is already listening, because Wine allows a second listener on the same path. */
async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function unavailable(folder: string, { code = "unknown" }: NodeJS.ErrnoException): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "socket_unavailable",
    message: `The emulator's desktop client cannot listen in ${folder} (${code}).`,
    hint: "Choose a folder with a short path that only this user can access, or omit the option to create one.",
  });
}
