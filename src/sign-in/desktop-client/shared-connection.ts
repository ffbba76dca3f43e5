import { anyAborted, orAborted } from "../../core/request/abort.ts";
import { abortedError } from "../../core/errors.ts";
import type { DesktopClientConnection } from "./connection.ts";
import { findDesktopClient, type FoundClient, type NotFound, type SocketSearch } from "./find.ts";

interface SharedConnection {
  readonly opening: Promise<FoundClient | NotFound>;
  readonly abort: () => void;
  users: number;
  /** How many users of the connection keep the process alive. */
  waiting: number;
}

/** Keyed by application and socket paths. The desktop client allows two connections per minute, so a process uses only one. */
const connections = new Map<string, SharedConnection>();

/** One user of the shared connection. */
export interface UsedClient extends FoundClient {
  /** Closes the connection when its last user calls this. */
  release(this: void): void;
}

export interface ConnectionUse extends SocketSearch {
  /** Whether the connection keeps the process alive until it is released. */
  readonly keepsAlive: boolean;
}

const operation = "Connecting to the desktop client";

/**
 * Connects to the desktop client, or uses the connection that another part of this program has opened for the application.
 *
 * @throws `signal.reason`.
 */
export async function useDesktopClient(use: ConnectionUse): Promise<UsedClient | NotFound> {
  const key = [use.applicationId, ...use.socketPaths()].join("\n");
  const shared = connections.get(key) ?? open(key, use);
  shared.users += 1;
  let isReleased = false;
  const release = (connection?: DesktopClientConnection) => {
    if (isReleased) return;
    isReleased = true;
    shared.users -= 1;
    if (use.keepsAlive && connection) shared.waiting -= 1;
    if (shared.users === 0) close(key, shared, connection);
    else if (shared.waiting === 0) connection?.unref();
  };
  try {
    const found = await orAborted(shared.opening, operation, use.signal);
    if (!("connection" in found)) {
      release();
      return found;
    }
    const { connection } = found;
    if (use.keepsAlive) shared.waiting += 1;
    if (shared.waiting > 0) connection.ref();
    else connection.unref();
    return { ...found, release: () => release(connection) };
  } catch (error) {
    release();
    use.signal.throwIfAborted();
    throw error;
  }
}

function open(key: string, { socketPaths, peerUser, applicationId }: ConnectionUse): SharedConnection {
  const controller = new AbortController();
  const forget = () => {
    if (connections.get(key) === shared) connections.delete(key);
  };
  const search = { socketPaths, peerUser, applicationId, signal: controller.signal };
  const opening = findDesktopClient(search).then(
    (found) => {
      if (!("connection" in found)) forget();
      else if (controller.signal.aborted) found.connection.close();
      else void anyAborted(found.connection.ended).then(forget);
      return found;
    },
    (error: unknown) => {
      forget();
      throw error;
    },
  );
  // Each user handles the error, but there may be no users left.
  opening.catch(() => undefined);
  const shared = { opening, abort: () => controller.abort(abortedError(operation)), users: 0, waiting: 0 };
  connections.set(key, shared);
  return shared;
}

function close(key: string, shared: SharedConnection, connection: DesktopClientConnection | undefined): void {
  if (connections.get(key) === shared) connections.delete(key);
  if (connection) connection.close();
  else shared.abort();
}
