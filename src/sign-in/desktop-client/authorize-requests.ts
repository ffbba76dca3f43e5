import { setTimeout as pause } from "node:timers/promises";
import { ignore } from "../../core/check/callback.ts";
import { anyAborted } from "../../core/request/abort.ts";
import { startDeadline } from "../../core/request/deadline.ts";
import { createClock, type SteadyClock } from "../../core/request/clock.ts";
import { type Log, LoggingSeverity } from "../../log/logger.ts";
import { authorizeRequestEvent } from "../../wire/desktop-client.ts";
import { ConnectionLost, DesktopClientRefusal } from "./connection.ts";
import type { SocketSearch } from "./find.ts";
import { useDesktopClient, type UsedClient } from "./shared-connection.ts";

/** The desktop client allows two connections per minute, and a sign-in needs one of them. */
const retryMs = 60_000;
const answerMs = 5_000;
/** Limits how often a hostile program can trigger the callback. */
const quietMs = 5_000;

export interface RequestWatch extends Omit<SocketSearch, "signal"> {
  readonly onRequest: () => void;
  readonly log: Log;
  readonly clock?: SteadyClock;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const waitQuietly = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal, ref: false });

/**
 * Calls `onRequest` when the player wants to link the game in the desktop client. The documentation mentions no event data
 * (discord-userdoccers, RPC). It does not mention arguments or a token for SUBSCRIBE either, so none are sent. If the desktop
 * client starts later, it is found within a minute.
 */
export async function watchAuthorizeRequests(watch: RequestWatch, signal: AbortSignal): Promise<void> {
  const { log, clock = createClock(), wait = waitQuietly, onRequest } = watch;
  const note: Note = (text) => log(LoggingSeverity.Info, "desktop-client", text);
  let quietUntil = 0;
  const report = () => {
    if (signal.aborted || clock() < quietUntil) return;
    quietUntil = clock() + quietMs;
    note("the player requested to link the game in the desktop client");
    onRequest();
  };
  let reported: string | undefined;
  while (!signal.aborted) {
    const problem = await listen(watch, { report, note, signal });
    if (signal.aborted) return;
    if (problem !== reported) note(`requests from the desktop client are unavailable: ${problem}`);
    reported = problem;
    await wait(retryMs, signal).catch(() => undefined);
  }
}

type Note = (text: string) => void;

interface Listening {
  readonly report: () => void;
  readonly note: Note;
  readonly signal: AbortSignal;
}

/** @returns Why the connection ended. */
async function listen(
  { socketPaths, peerUser, applicationId }: RequestWatch,
  listening: Listening,
): Promise<string> {
  try {
    const { signal } = listening;
    const use = { socketPaths, peerUser, applicationId, signal, keepsAlive: false };
    const found = await useDesktopClient(use);
    if (!("connection" in found)) return found.problems.join("; ") || "it is not running";
    return await listenAt(found, listening);
  } catch (error) {
    if (error instanceof ConnectionLost || error instanceof DesktopClientRefusal) return error.message;
    return "the subscription failed";
  }
}

async function listenAt(
  { socketPath, connection, release }: UsedClient,
  { report, note, signal }: Listening,
): Promise<string> {
  let remove = ignore;
  try {
    using deadline = startDeadline("Subscribing in the desktop client", answerMs, [signal]);
    remove = await connection.subscribe(authorizeRequestEvent, report, deadline.signal);
    note(`listening for requests from the desktop client at ${socketPath}`);
    await anyAborted(connection.ended, signal);
    return `${socketPath}: the connection has ended`;
  } finally {
    remove();
    release();
  }
}
