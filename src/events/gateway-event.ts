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

/** A dispatch that this library does not parse. Its data is passed through unchanged. @experimental */
export interface UnknownGatewayEvent {
  readonly t: "unknown";
  /** The original `t`. */
  readonly name: string;
  readonly d: unknown;
}

/** A gateway dispatch, discriminated by `t`. @experimental */
export type GatewayEvent = GatewayDispatch | UnknownGatewayEvent;

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
 * Parses a raw gateway dispatch and checks its documented fields. The data is not copied or changed.
 *
 * @experimental
 * @param dispatch - `{ t, d }`. Other fields are ignored.
 * @throws ClientError `malformed_event` (ValidationError) if a known event does not match its documentation. The message names
 *   the field but contains no values.
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
