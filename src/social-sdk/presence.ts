import { isClientError } from "../core/errors.ts";
import {
  ActivityRefusal,
  NoPresence,
  type PresenceConnection,
  type PresenceTransport,
} from "../presence/transport.ts";
import { activityLimits, type PresenceData } from "../wire/presence.ts";
import type { NativeValue } from "./binding.ts";
import type { SocialSdkConnection } from "./connection.ts";
import type { LibraryClient } from "./library-client.ts";

type Library = Pick<LibraryClient, "call" | "listen">;
type Connection = Pick<SocialSdkConnection, "status" | "onStatus">;

/** Shows activities through the library while it is connected. */
export function socialSdkPresence(connection: Connection, library: () => Library): PresenceTransport {
  return {
    connect(listeners) {
      if (connection.status !== "ready")
        return Promise.reject(new NoPresence("the Social SDK is not connected", true));
      const client = library();
      client.listen("join", ([secret]) => {
        const text = String(secret);
        if (text !== "" && text.length <= activityLimits.secret) listeners.onJoin(text);
      });
      // The library reports only the player's id.
      client.listen("joinRequest", ([player]) => {
        const id = String(player);
        listeners.onJoinRequest({ id, name: id });
      });
      return Promise.resolve(openPresence(connection, client));
    },
  };
}

function openPresence(connection: Connection, library: Library): PresenceConnection {
  const ended = new AbortController();
  const leave = connection.onStatus((status) => {
    if (status !== "ready") ended.abort();
  });
  const call = async (
    operation: string,
    name: string,
    values: readonly NativeValue[],
    signal: AbortSignal,
  ) => {
    try {
      await library.call({ operation, name, values, signal });
    } catch (error) {
      if (signal.aborted || !isClientError(error)) throw signal.reason;
      if (ended.signal.aborted) throw new NoPresence("the Social SDK has disconnected");
      throw new ActivityRefusal(error.errorCode ?? 0, error.message);
    }
  };
  return {
    ended: ended.signal,
    setActivity(activity, signal) {
      const name = activity ? "setActivity" : "clearActivity";
      return call("Updating the activity", name, activity ? fieldsOf(activity) : [], signal);
    },
    // The library has no function to decline: the request expires in the desktop client.
    async answerJoinRequest(player, answer, signal) {
      if (answer === "accept")
        await call("Answering the join request", "acceptJoinRequest", [BigInt(player)], signal);
    },
    close: () => leave(),
  };
}

/** The arguments of `setActivity` in native/social_sdk/presence.cpp. */
function fieldsOf(activity: PresenceData): NativeValue[] {
  const { timestamps, assets, party, secrets, buttons = [], ...others } = activity;
  const [current, maximum] = party?.size ?? [];
  const fields: Readonly<Record<string, NativeValue>> = {
    ...others,
    ...assets,
    start: asId(timestamps?.start),
    end: asId(timestamps?.end),
    party_id: party?.id,
    current_size: current,
    max_size: maximum,
    privacy: party?.privacy,
    join: secrets?.join,
  };
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return [...set.flat(), ...buttons.flatMap(({ label, url }) => ["button", label, url])];
}

function asId(ms: number | undefined): bigint | undefined {
  return ms === undefined ? undefined : BigInt(ms);
}
