import { ignore } from "../core/check/callback.ts";
import { desktopClientPaths } from "../sign-in/desktop-client/socket-paths.ts";
import { peerUser } from "../sign-in/redirect/peer.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { desktopClientPresence } from "./desktop-client.ts";
import { ActivityRefusal, NoPresence, type PresenceTransport } from "./transport.ts";
import { type PresenceContext, type PresenceListeners, PresenceUpdates } from "./updates.ts";

export { readActivity } from "./activity.ts";

// `Presence` and `diagnose` load this module on first use.

export interface PresenceOwner extends Pick<PresenceContext, "secrets" | "log"> {
  readonly application: () => Snowflake;
  /** The vendor's library, once it is open. While its connection is ready, it is preferred to the desktop client. */
  readonly library: () => LibraryPresence | undefined;
}

export interface LibraryPresence {
  readonly presence: PresenceTransport;
  readonly connection: { readonly status: string };
}

export function createPresence(owner: PresenceOwner, listeners: PresenceListeners): PresenceUpdates {
  const { secrets, log } = owner;
  return new PresenceUpdates({ ...listeners, transport: chooseTransport(owner), secrets, log });
}

function chooseTransport({ application, library }: PresenceOwner): PresenceTransport {
  const desktopClient = createTransport(application);
  return {
    connect(listeners, signal) {
      const opened = library();
      const transport = opened?.connection.status === "ready" ? opened.presence : desktopClient;
      return transport.connect(listeners, signal);
    },
  };
}

function createTransport(application: () => Snowflake): PresenceTransport {
  return desktopClientPresence({ socketPaths: () => desktopClientPaths(process), peerUser, application });
}

/** Why activities are not shown. */
export type PresenceProblem = Pick<NoPresence, "message" | "isAbsence">;

/** Connects to the desktop client and removes this process's activity. Returns `undefined` if that works. */
export async function tryPresence(
  applicationId: Snowflake,
  signal: AbortSignal,
): Promise<PresenceProblem | undefined> {
  try {
    const transport = createTransport(() => applicationId);
    const connection = await transport.connect({ onJoin: ignore, onJoinRequest: ignore }, signal);
    await connection.setActivity(undefined, signal).finally(() => connection.close());
    return undefined;
  } catch (error) {
    if (error instanceof NoPresence) return error;
    if (error instanceof ActivityRefusal) return { message: error.message, isAbsence: false };
    throw error;
  }
}
