import { ignore } from "../core/check/callback.ts";
import { isObject, isSnowflake, isText } from "../core/check/readers.ts";
import { cut } from "../core/errors.ts";
import { ConnectionLost, DesktopClientRefusal } from "../sign-in/desktop-client/connection.ts";
import type { DesktopClientAccess } from "../sign-in/desktop-client/find.ts";
import { useDesktopClient, type UsedClient } from "../sign-in/desktop-client/shared-connection.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { activityLimits, joinAnswers, joinEvent, joinRequestEvent } from "../wire/presence.ts";
import {
  ActivityRefusal,
  type AskingPlayer,
  type JoinListeners,
  NoPresence,
  type PresenceConnection,
  type PresenceTransport,
} from "./transport.ts";

export interface DesktopClientSearch extends DesktopClientAccess {
  /** Called for each connection. */
  readonly application: () => Snowflake;
}

/** Shows activities through the desktop client's local socket. Needs no token (Discord Social SDK, "Setting Rich Presence"). */
export function desktopClientPresence({ application, ...access }: DesktopClientSearch): PresenceTransport {
  return {
    async connect(listeners, signal) {
      const applicationId = application();
      const found = await useDesktopClient({ ...access, applicationId, signal, keepsAlive: false });
      if (!("connection" in found)) throw notFound(found.problems);
      try {
        return createConnection(found, await subscribe(found, listeners, signal));
      } catch (error) {
        found.release();
        throw translate(error, signal);
      }
    },
  };
}

function notFound(problems: readonly string[]): NoPresence {
  const isAbsence = problems.length === 0;
  return new NoPresence(isAbsence ? "no desktop client is running" : problems.join("; "), isAbsence);
}

function createConnection({ connection, release }: UsedClient, unsubscribe: () => void): PresenceConnection {
  const run = async (command: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal) => {
    try {
      await connection.request(command, { pid: process.pid, ...args }, signal);
    } catch (error) {
      throw translate(error, signal);
    }
  };
  return {
    ended: connection.ended,
    setActivity: (activity, signal) => run("SET_ACTIVITY", { activity }, signal),
    // The documentation does not mention `pid` here, but the client uses it to find the activity. @xhayper/discord-rpc sends it
    // too.
    answerJoinRequest: (player, answer, signal) => run(joinAnswers[answer], { user_id: player }, signal),
    close() {
      unsubscribe();
      release();
    },
  };
}

async function subscribe(
  { connection }: UsedClient,
  { onJoin, onJoinRequest }: JoinListeners,
  signal: AbortSignal,
): Promise<() => void> {
  const hearJoin = (data: unknown) => {
    const secret = isObject(data) ? data["secret"] : undefined;
    if (isText(secret) && secret.length <= activityLimits.secret) onJoin(secret);
  };
  const hearRequest = (data: unknown) => {
    const player = readPlayer(isObject(data) ? data["user"] : undefined);
    if (player) onJoinRequest(player);
  };
  const removals = [
    await connection.subscribe(joinEvent, hearJoin, signal).catch(unlessRefused),
    await connection.subscribe(joinRequestEvent, hearRequest, signal).catch(unlessRefused),
  ];
  return () => removals.forEach((remove) => remove());
}

/** A client that rejects the subscription still shows activities. */
function unlessRefused(error: unknown): () => void {
  if (error instanceof DesktopClientRefusal) return ignore;
  throw error;
}

const longestName = 100;

function readPlayer(user: unknown): AskingPlayer | undefined {
  if (!isObject(user)) return undefined;
  const { id, global_name: globalName, username } = user;
  const name = isText(globalName) ? globalName : username;
  return isSnowflake(id) && isText(name) ? { id, name: cut(name, longestName) } : undefined;
}

function translate(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof DesktopClientRefusal) return new ActivityRefusal(error.code, error.detail);
  return error instanceof ConnectionLost ? new NoPresence(error.message) : error;
}
