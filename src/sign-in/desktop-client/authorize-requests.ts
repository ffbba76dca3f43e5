import { setTimeout as pause } from "node:timers/promises";
import { onAbort } from "../../core/request/abort.ts";
import { startDeadline } from "../../core/request/deadline.ts";
import { createClock, type SteadyClock } from "../../core/request/clock.ts";
import { type Log, LoggingSeverity } from "../../log/logger.ts";
import { authorizeRequestEvent } from "../../wire/desktop-client.ts";
import { ConnectionLost, DesktopClientRefusal } from "./connection.ts";
import { findDesktopClient, type FoundClient, type SocketSearch } from "./find.ts";

/** A client allows two connections per minute, and a sign-in needs one of them. */
const retryMs = 60_000;
const answerMs = 5_000;
/** Limits the calls that a hostile program can cause. */
const quietMs = 5_000;

export interface RequestWatch extends Pick<SocketSearch, "peerUser" | "applicationId"> {
  /** Looked up for each attempt. */
  readonly socketPaths: () => readonly string[];
  readonly onRequest: () => void;
  readonly log: Log;
  readonly clock?: SteadyClock;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const waitQuietly = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal, ref: false });

/**
 * Calls `onRequest` when the player wants to link the game in the desktop client. The event is documented without data
 * (discord-userdoccers, RPC); that SUBSCRIBE needs no arguments and no token is inferred. A client that starts later is found
 * within a minute.
 */
export async function watchAuthorizeRequests(watch: RequestWatch, signal: AbortSignal): Promise<void> {
  const { log, clock = createClock(), wait = waitQuietly, onRequest } = watch;
  let quietUntil = 0;
  const report = () => {
    if (signal.aborted || clock() < quietUntil) return;
    quietUntil = clock() + quietMs;
    log(
      LoggingSeverity.Info,
      "desktop-client",
      "the player requested to link the game in the desktop client",
    );
    onRequest();
  };
  let reported: string | undefined;
  while (!signal.aborted) {
    const problem = await listen(watch, report, signal);
    if (signal.aborted) return;
    if (problem !== reported)
      log(
        LoggingSeverity.Info,
        "desktop-client",
        `requests of the desktop client are unavailable: ${problem}`,
      );
    reported = problem;
    await wait(retryMs, signal).catch(() => undefined);
  }
}

/** @returns why the connection ended. */
async function listen(
  { socketPaths, peerUser, applicationId, log }: RequestWatch,
  report: () => void,
  signal: AbortSignal,
): Promise<string> {
  try {
    const found = await findDesktopClient({ socketPaths: socketPaths(), peerUser, applicationId, signal });
    if (!("connection" in found)) return found.problems.join("; ") || "it is not running";
    return await listenAt(found, report, log, signal);
  } catch (error) {
    if (error instanceof ConnectionLost || error instanceof DesktopClientRefusal) return error.message;
    return "the subscription failed";
  }
}

async function listenAt(
  { socketPath, connection }: FoundClient,
  report: () => void,
  log: Log,
  signal: AbortSignal,
) {
  const leave = onAbort(signal, () => connection.close());
  try {
    connection.unref();
    using deadline = startDeadline("Subscribing in the desktop client", answerMs, [signal]);
    await connection.subscribe(authorizeRequestEvent, report, deadline.signal);
    log(
      LoggingSeverity.Info,
      "desktop-client",
      `listening for requests of the desktop client at ${socketPath}`,
    );
    await new Promise<void>((resolve) => {
      if (connection.ended.aborted) resolve();
      onAbort(connection.ended, resolve);
    });
    return `${socketPath}: the connection has ended`;
  } finally {
    leave();
    connection.close();
  }
}
