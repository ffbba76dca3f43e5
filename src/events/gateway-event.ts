import { type Reader, isObject } from "../core/check/readers.ts";
import { type KnownPayload, parsePayload } from "./interaction-payload.ts";
import {
  malformedEvent,
  readEvent,
  undocumentedPart,
  auditLogEntry,
  commandPermissions,
  entitlement,
  guildMember,
  rateLimited,
  removedGuildMember,
  subscription,
} from "./shapes.ts";
import type { GatewayDispatch, GatewayEventData, GatewayEventName } from "../wire/gateway.ts";

/** A dispatch that the library does not read: its data is untouched. */
export interface UnknownGatewayEvent {
  /** Tells it from the events that are read. */
  readonly t: "unknown";
  /** The `t` that it came with. */
  readonly name: string;
  /** Data of the event, as it came. */
  readonly d: unknown;
}

/** A dispatch, told apart by its `t`. */
export type GatewayEvent = GatewayDispatch | UnknownGatewayEvent;

/** Checked as those that come over HTTP are. Undefined for one of a type that is newer than this package. */
const interaction: Reader<KnownPayload | undefined> = (value, path) => {
  if (!isObject(value)) throw malformedEvent(path, value, "an object");
  const payload = parsePayload(value, (part) => undocumentedPart(`${path}.${part}`));
  return payload.type === "unknown" ? undefined : payload;
};

const readers: { readonly [Name in GatewayEventName]: Reader<GatewayEventData[Name] | undefined> } = {
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: commandPermissions,
  ENTITLEMENT_CREATE: entitlement,
  ENTITLEMENT_UPDATE: entitlement,
  ENTITLEMENT_DELETE: entitlement,
  GUILD_AUDIT_LOG_ENTRY_CREATE: auditLogEntry,
  GUILD_MEMBER_ADD: guildMember,
  GUILD_MEMBER_UPDATE: guildMember,
  GUILD_MEMBER_REMOVE: removedGuildMember,
  INTERACTION_CREATE: interaction,
  RATE_LIMITED: rateLimited,
  SUBSCRIPTION_CREATE: subscription,
  SUBSCRIPTION_UPDATE: subscription,
  SUBSCRIPTION_DELETE: subscription,
};

/**
 * Types a dispatch of the gateway, from any library that shows them as they come. The data stays as it is: it is checked,
 * for the fields that its type has, and not copied.
 *
 * @param dispatch - `{ t, d }`: further fields, such as `op` and `s`, are not looked at.
 * @throws ClientError `malformed_event` (ValidationError): the event is one that is read, and not as documented. The
 * message names the field, and shows no value.
 */
export function parseGatewayEvent(dispatch: unknown): GatewayEvent {
  return readEvent(() => {
    if (!isObject(dispatch)) throw malformedEvent("dispatch", dispatch, "an object with t and d");
    const { t, d } = dispatch;
    if (typeof t !== "string") throw malformedEvent("t", t, "the name of an event");
    const known = Object.hasOwn(readers, t) ? readers[t as GatewayEventName](d, `${t}: d`) : undefined;
    return known === undefined ? { t: "unknown", name: t, d } : ({ t, d: known } as GatewayDispatch);
  });
}
