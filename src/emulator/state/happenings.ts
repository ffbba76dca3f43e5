import type { Snowflake } from "../../wire/snowflake.ts";
import type { GatewayEventData } from "../../wire/gateway-event.ts";
import type { WebhookEventData } from "../../wire/webhook-event.ts";
import { Listeners } from "../base/listeners.ts";

/** Everything the service tells of by itself: some over the gateway, some to the events URL, some both ways. */
export type HappeningData = GatewayEventData & WebhookEventData;

/** The name of something that applications are told of: of a dispatch, or a webhook event. */
export type HappeningName = keyof HappeningData;

/** Something happened in the world that applications are told of. */
export type Happening<Name extends HappeningName = HappeningName> = {
  readonly [Each in Name]: {
    readonly name: Each;
    readonly data: HappeningData[Each];
    /** The only application that is told; undefined: every application in the guild that `data` names. */
    readonly applicationId: Snowflake | undefined;
  };
}[Name];

/** Where the world reports events: the gateway and the sender of webhook events listen, and take those that concern them. */
export class Happenings extends Listeners<Happening> {}
