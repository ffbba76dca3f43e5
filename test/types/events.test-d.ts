import type { GatewayDispatchPayload } from "discord-api-types/v10";
import { expectTypeOf, test } from "vitest";
import type { GatewayDispatch, GatewayEventData, GatewayEventName } from "../../src/wire/gateway-event.ts";

/** What discord-api-types says of the dispatches, by the text of their names. */
type Described = { [Payload in GatewayDispatchPayload as `${Payload["t"]}`]: Payload["d"] };

test("what discord-api-types says of a dispatch is what the library says, or more", () => {
  expectTypeOf<GatewayEventName>().toExtend<keyof Described>();
  expectTypeOf<Pick<Described, GatewayEventName>>().toExtend<GatewayEventData>();
});

test("the name of a dispatch tells its data", () => {
  const rateLimit = ({ t, d }: GatewayDispatch): number | undefined =>
    t === "RATE_LIMITED" ? d.retry_after : undefined;
  expectTypeOf(rateLimit).returns.toEqualTypeOf<number | undefined>();
});
