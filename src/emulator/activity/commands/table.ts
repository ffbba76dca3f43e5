import { fields } from "../../../core/check/fields.ts";
import type { Reader } from "../../../core/check/readers.ts";
import { asItIs, optional, orNull, textOf } from "../../../core/check/readers.ts";
import { type ActivityEventName, activityEventScopes } from "../../../wire/activity-rpc.ts";
import { type ActivityCommands, createCommand, createPlainCommand, nameOf } from "../command.ts";
import type { EventArguments } from "../connection.ts";
import { RpcRefusal } from "../rpc.ts";
import { clientCommands, setActivity } from "./client.ts";
import { shareCommands } from "./share.ts";
import { signInCommands } from "./sign-in.ts";
import { worldCommands } from "./world.ts";
import { questCommands, storeCommands } from "./store-and-quest.ts";

const id = textOf({ most: 64 });
const readSpeakingArguments = fields({ channel_id: optional(orNull(id)), lobby_id: optional(orNull(id)) });

/** From `subscribeArgs` (`@discord/embedded-app-sdk` 2.5.0). Other events take no arguments. */
const eventArguments: Partial<Record<ActivityEventName, Reader<EventArguments>>> = {
  VOICE_STATE_UPDATE: fields({ channel_id: id }),
  SPEAKING_START: readSpeakingArguments,
  SPEAKING_STOP: readSpeakingArguments,
  CURRENT_GUILD_MEMBER_UPDATE: fields({ guild_id: id }),
};

const eventCommands: ActivityCommands = {
  SUBSCRIBE: createCommand([], asItIs<unknown>(), ({ connection, event, window }, args) => {
    const evt = readEvent(event);
    connection.requireAccess(activityEventScopes[evt]);
    connection.subscriptions.set(evt, eventArguments[evt]?.(args, "args") ?? {});
    if (evt === "ACTIVITY_JOIN") window.dispatchJoin();
    return { evt };
  }),
  UNSUBSCRIBE: createPlainCommand([], ({ connection, event }) => {
    const evt = readEvent(event);
    connection.subscriptions.delete(evt);
    return { evt };
  }),
};

function readEvent(name: unknown): ActivityEventName {
  if (typeof name === "string" && Object.hasOwn(activityEventScopes, name)) return name as ActivityEventName;
  throw new RpcRefusal("InvalidEvent", `Invalid event: ${nameOf(name)} is unknown.`);
}

/** The commands in `Commands` (`@discord/embedded-app-sdk` 2.5.0). */
export const activityCommands: ActivityCommands = {
  ...signInCommands,
  ...clientCommands,
  ...worldCommands,
  ...storeCommands,
  ...questCommands,
  ...shareCommands,
  ...eventCommands,
  SET_ACTIVITY: setActivity,
};
