import { fields } from "../../../core/check/fields.ts";
import { type Reader, asItIs, optional, orNull, textOf } from "../../../core/check/readers.ts";
import { type ActivityEventName, activityEventScopes } from "../../../wire/activity-rpc.ts";
import { RpcErrorCode } from "../../../wire/desktop-client.ts";
import { RpcRefusal } from "../rpc/rpc-refusal.ts";
import { type ActivityCommand, createCommand, nameOf } from "../command.ts";
import type { EventArguments } from "../session.ts";

type EventReaders = Partial<Record<ActivityEventName, Reader<EventArguments>>>;

const id = textOf({ most: 64 });
const readPlace = fields<Record<"channel_id" | "lobby_id", string | null | undefined>>({
  channel_id: optional(orNull(id)),
  lobby_id: optional(orNull(id)),
});

/** What an event is subscribed to with (`@discord/embedded-app-sdk` 2.5.0, `subscribeArgs`); all others need nothing. */
const readers: EventReaders = {
  VOICE_STATE_UPDATE: fields<Record<"channel_id", string>>({ channel_id: id }),
  SPEAKING_START: readPlace,
  SPEAKING_STOP: readPlace,
  CURRENT_GUILD_MEMBER_UPDATE: fields<Record<"guild_id", string>>({ guild_id: id }),
};

/** Lets an Activity hear of an event. */
export const subscribe: ActivityCommand = createCommand(asItIs<unknown>(), (call, args) => {
  const { session, event, frame } = call;
  const evt = readEvent(event);
  session.mustHave(activityEventScopes[evt]);
  session.subscribe(evt, readers[evt]?.(args, "args") ?? {});
  if (evt === "ACTIVITY_JOIN") frame.tellJoin();
  return { evt };
});

export const unsubscribe: ActivityCommand = createCommand(asItIs<unknown>(), ({ session, event }) => {
  const evt = readEvent(event);
  session.unsubscribe(evt);
  return { evt };
});

/** @throws RpcRefusal 4004. */
function readEvent(name: unknown): ActivityEventName {
  if (typeof name === "string" && Object.hasOwn(activityEventScopes, name)) return name as ActivityEventName;
  throw new RpcRefusal(RpcErrorCode.InvalidEvent, `Invalid event: ${nameOf(name)} is not known.`);
}
