import { orAborted } from "../../core/request/abort.ts";
import { startDeadline } from "../../core/request/deadline.ts";
import { ConnectionLost, DesktopClientConnection, DesktopClientRefusal } from "./connection.ts";
import { type PeerUser, suspectFile, absent } from "./socket-paths.ts";

/** For responses that need no user interaction. The real client takes a few milliseconds. */
const responseTimeoutMs = 500;

/** For all paths together, because a program that listens on many sockets must not delay the player. */
const searchMs = 3000;

/** The real client rejects this command immediately, because the connection is not authenticated. Imitations do not respond. */
const probe = { command: "GET_SELECTED_VOICE_CHANNEL", args: {} } as const;

export interface DesktopClientAccess {
  /** Called for each search. */
  readonly socketPaths: () => readonly string[];
  readonly peerUser: PeerUser;
}

export interface SocketSearch extends DesktopClientAccess {
  readonly applicationId: string;
  readonly signal: AbortSignal;
}

export interface FoundClient {
  readonly socketPath: string;
  readonly connection: DesktopClientConnection;
}

export interface NotFound {
  readonly problems: readonly string[];
}

/** Connects to one path at a time, because the real client allows only two connections per minute. */
export async function findDesktopClient(search: SocketSearch): Promise<FoundClient | NotFound> {
  using all = startDeadline(operation, searchMs, [search.signal]);
  const problems: string[] = [];
  for (const socketPath of await existingPaths(search, all.signal)) {
    if (all.signal.aborted) break;
    try {
      return { socketPath, connection: await tryConnect(socketPath, search, all.signal) };
    } catch (error) {
      search.signal.throwIfAborted();
      if (!(error instanceof ConnectionLost)) throw error;
      if (!error.isAbsence) problems.push(`${socketPath}: ${error.message}`);
    }
  }
  return { problems };
}

const operation = "Looking for the desktop client";

/** In parallel, because most of the paths do not exist. */
async function existingPaths(
  { socketPaths, signal }: SocketSearch,
  end: AbortSignal,
): Promise<readonly string[]> {
  const paths = socketPaths();
  try {
    const suspicions = await inTime(end, () => Promise.all(paths.map((path) => suspectFile(path))));
    return paths.filter((_path, index) => suspicions[index] !== absent);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ConnectionLost) return [];
    throw error;
  }
}

async function tryConnect(
  socketPath: string,
  { applicationId, peerUser }: SocketSearch,
  signal: AbortSignal,
): Promise<DesktopClientConnection> {
  const connection = await inTime(signal, (end) => DesktopClientConnection.open(socketPath, peerUser, end));
  try {
    await inTime(signal, (end) => connection.shakeHands(applicationId, end));
    await inTime(signal, (end) => expectRefusal(connection, end));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function inTime<T>(signal: AbortSignal, work: (end: AbortSignal) => Promise<T>): Promise<T> {
  using deadline = startDeadline(operation, responseTimeoutMs, [signal]);
  try {
    // An unresponsive file system ignores the signal.
    return await orAborted(work(deadline.signal), operation, deadline.signal);
  } catch (error) {
    if (deadline.signal.aborted)
      throw new ConnectionLost(`it did not respond within ${responseTimeoutMs} ms`);
    throw error;
  }
}

async function expectRefusal(connection: DesktopClientConnection, signal: AbortSignal): Promise<void> {
  try {
    await connection.request(probe.command, probe.args, signal);
  } catch (error) {
    if (error instanceof DesktopClientRefusal) return;
    throw error;
  }
  throw new ConnectionLost("it accepted a request that every desktop client rejects");
}
