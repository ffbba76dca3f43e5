import { orAborted } from "../../core/request/abort.ts";
import { startDeadline } from "../../core/request/deadline.ts";
import { ConnectionLost, DesktopClientConnection, DesktopClientRefusal } from "./connection.ts";
import { type PeerUser, suspectFile, absent } from "./places.ts";

/** Milliseconds for an answer that needs no person. A real desktop client takes a few. */
const patienceMs = 500;

/** Limit for all places together, so that a program that listens at many sockets without answering cannot delay the player. */
const searchMs = 3000;

/**
 * A real client refuses this command at once, because the connection is not authenticated. Imitations that only show the current
 * game do not answer it, and would not answer a sign-in either.
 */
const probe = { command: "GET_SELECTED_VOICE_CHANNEL", args: {} } as const;

/** How a desktop client is looked for. */
export interface Search {
  readonly places: readonly string[];
  readonly peerUser: PeerUser;
  readonly applicationId: string;
  readonly signal: AbortSignal;
}

/** A desktop client that answers. */
export interface Found {
  readonly place: string;
  readonly connection: DesktopClientConnection;
}

/** There is none. */
export interface NotFound {
  /** The problem of each place where something exists. */
  readonly problems: readonly string[];
}

/**
 * The first desktop client that is able to ask its player. One after the other: each connection counts, and real clients
 * allow two in a minute.
 *
 * @throws ClientError the reason of the signal.
 */
export async function findDesktopClient(search: Search): Promise<Found | NotFound> {
  using all = startDeadline(operation, searchMs, [search.signal]);
  const problems: string[] = [];
  for (const place of await placesInUse(search, all.signal)) {
    if (all.signal.aborted) break;
    try {
      return { place, connection: await tryPlace(place, search, all.signal) };
    } catch (error) {
      search.signal.throwIfAborted();
      if (!(error instanceof ConnectionLost)) throw error;
      if (!error.isAbsence) problems.push(`${place}: ${error.message}`);
    }
  }
  return { problems };
}

const operation = "Looking for the desktop client";

/** The places where a file exists. All are checked at once, since most are empty. */
async function placesInUse({ places, signal }: Search, end: AbortSignal): Promise<readonly string[]> {
  try {
    const suspicions = await inTime(end, () => Promise.all(places.map((place) => suspectFile(place))));
    return places.filter((_place, index) => suspicions[index] !== absent);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ConnectionLost) return [];
    throw error;
  }
}

async function tryPlace(
  place: string,
  { applicationId, peerUser }: Search,
  signal: AbortSignal,
): Promise<DesktopClientConnection> {
  const connection = await inTime(signal, (end) => DesktopClientConnection.open(place, peerUser, end));
  try {
    await inTime(signal, (end) => connection.shakeHands(applicationId, end));
    await inTime(signal, (end) => expectRefusal(connection, end));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** @throws ConnectionLost when it takes too long. */
async function inTime<T>(signal: AbortSignal, work: (end: AbortSignal) => Promise<T>): Promise<T> {
  using patience = startDeadline(operation, patienceMs, [signal]);
  try {
    // A file system that hangs does not react to a signal.
    return await orAborted(work(patience.signal), operation, patience.signal);
  } catch (error) {
    if (patience.signal.aborted) throw new ConnectionLost(`it did not answer within ${patienceMs} ms`);
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
  throw new ConnectionLost("it answered a request that every desktop client refuses");
}
