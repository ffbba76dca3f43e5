import type { ActivityEventName } from "../../wire/activity-rpc.ts";
import { RpcErrorCode } from "../../wire/desktop-client.ts";
import { allows } from "../oauth/scopes.ts";
import { RpcRefusal } from "./rpc/rpc-refusal.ts";

/** Which channel or guild an event is wanted of. */
export interface EventArguments {
  readonly [name: string]: string | null | undefined;
}

/** What a token must allow: all of these scopes, one of them, or nothing in particular, as long as there is a token. */
export type Access = readonly string[] | { readonly oneOf: readonly string[] } | "any token";

/** What one connection of an Activity may do, and what it hears. */
export class ActivitySession {
  /** Ends with the connection. */
  readonly signal: AbortSignal;
  /** What its token allows, separated by spaces; undefined until it has authenticated. */
  scopes: string | undefined;
  readonly #subscriptions = new Map<ActivityEventName, EventArguments>();

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /** @throws RpcRefusal 4006 unless its token allows it. */
  mustHave(access: Access): void {
    const granted = this.scopes;
    const missing = listMissing(granted, access);
    if (missing === undefined) return;
    const step = granted === undefined ? "Call authorize with" : "Add to authorize's scope";
    throw new RpcRefusal(
      RpcErrorCode.InvalidPermissions,
      `Not authenticated or invalid scope. ${step} ${missing}, then authenticate with the token.`,
    );
  }

  subscribe(event: ActivityEventName, args: EventArguments): void {
    this.#subscriptions.set(event, args);
  }

  unsubscribe(event: ActivityEventName): void {
    this.#subscriptions.delete(event);
  }

  /** @param about - what it must not have subscribed to another of: the channel or guild in which it happened. */
  hears(event: ActivityEventName, about: EventArguments = {}): boolean {
    const wanted = this.#subscriptions.get(event);
    if (!wanted) return false;
    return Object.entries(about).every(([name, value]) => (wanted[name] ?? value) === value);
  }
}

/** In words; undefined where nothing is. */
function listMissing(granted: string | undefined, access: Access): string | undefined {
  if (access === "any token") return granted === undefined ? "a scope, such as identify" : undefined;
  const lacks = (scope: string) => granted === undefined || !allows(granted, scope);
  if (!("oneOf" in access)) return access.filter(lacks).join(", ") || undefined;
  return access.oneOf.every(lacks) ? access.oneOf.join(" or ") : undefined;
}
