import type { APIWebhookEventBody, GatewayDispatchPayload } from "discord-api-types/v10";
import { expectTypeOf, test } from "vitest";
import {
  type EntitlementData,
  type GatewayEventData,
  type GatewayEventName,
  parseGatewayEvent,
  parseWebhookEvent,
  type RateLimitedData,
  type WebhookEventData,
  type WireUser,
} from "../../src/events/index.ts";

/** The dispatch data types from discord-api-types, by event name. */
type Described = { [Payload in GatewayDispatchPayload as `${Payload["t"]}`]: Payload["d"] };

test("exports dispatch types that are assignable to discord-api-types", () => {
  expectTypeOf<GatewayEventName>().toExtend<keyof Described>();
  expectTypeOf<Pick<Described, GatewayEventName>>().toExtend<GatewayEventData>();
});

/** The webhook event data types from discord-api-types, by event type. */
type DescribedWebhook = { [Body in APIWebhookEventBody as `${Body["type"]}`]: Body["data"] };

test("exports webhook event types that are assignable to discord-api-types", () => {
  expectTypeOf<keyof DescribedWebhook>().toExtend<keyof WebhookEventData>();
  expectTypeOf<DescribedWebhook>().toExtend<Pick<WebhookEventData, keyof DescribedWebhook>>();
});

test("infers a dispatch's data from its name", () => {
  const event = parseGatewayEvent({ t: "RATE_LIMITED", d: {} });
  if (event.t === "RATE_LIMITED") expectTypeOf(event.d).toEqualTypeOf<RateLimitedData>();
  if (event.t === "INTERACTION_CREATE" && event.d.type === 2)
    expectTypeOf(event.d.data.name).toEqualTypeOf<string>();
  if (event.t === "unknown") {
    expectTypeOf(event.d).toEqualTypeOf<unknown>();
    expectTypeOf(event.name).toEqualTypeOf<string>();
  }
  // @ts-expect-error -- there is no such event
  void (event.t === "NOTHING");
});

test("infers a webhook event's data from its type", () => {
  const event = parseWebhookEvent({});
  if (event.type === "ENTITLEMENT_CREATE") expectTypeOf(event.data).toEqualTypeOf<EntitlementData>();
  if (event.type === "APPLICATION_DEAUTHORIZED") expectTypeOf(event.data.user).toEqualTypeOf<WireUser>();
  if (event.type === "unknown") expectTypeOf(event.data).toEqualTypeOf<unknown>();
  // @ts-expect-error -- a PING has no data
  if (event.type === "PING") void event.data;
});
