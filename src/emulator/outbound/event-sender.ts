import { interactionLifetime, eventDelivery } from "../../wire/limits.ts";
import { type ClientError, validationError } from "../../core/errors.ts";
import { listOf, oneOf, type Reader } from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import {
  type WebhookEventType,
  webhookEventTypes,
  WebhookType,
  type WebhookEventData,
} from "../../wire/webhook-event.ts";
import { type Endpoint, postForged, postSigned, type PostSender, statusOfReply } from "./signed-post.ts";
import { pushRecent } from "../base/recent.ts";

export const readEventTypes: Reader<readonly WebhookEventType[]> = listOf(oneOf(webhookEventTypes));

/** See Discord documentation, Webhook Events, "Preparing for Events". */
export async function checkEventsEndpoint(
  application: PostSender & { readonly id: Snowflake },
  endpoint: Endpoint,
): Promise<void> {
  const ping = { version: 1, application_id: application.id, type: WebhookType.Ping };
  const answered = statusOfReply(await postSigned(application, endpoint, ping));
  const forged = statusOfReply(await postForged(application, endpoint, ping));
  if (answered !== 204 || forged !== 401) throw badEndpoint(answered, forged);
}

function badEndpoint(ping: number | undefined, forged: number | undefined): ClientError {
  return validationError(
    "bad_endpoint",
    `The events endpoint responded to PING with ${describeStatus(ping)} and to a wrong signature with ${describeStatus(forged)}.`,
    `It must respond to PING with 204 and no body, and to an invalid signature with 401, within ${interactionLifetime.firstAnswerMs / 1000} seconds; createEventHandler does both.`,
  );
}

function describeStatus(status: number | undefined): string {
  return status === undefined ? "nothing" : `status ${status}`;
}

/** One attempt to send an event. Failed attempts are retried. @stable */
export interface EventAttempt {
  /** When the attempt was made according to the emulator's clock, in ISO 8601 format. */
  readonly at: string;
  /** The HTTP status. `undefined` if there was no response within 3 seconds. */
  readonly status: number | undefined;
}

/** The delivery of an event to the events URL. @stable */
export interface EventDelivery {
  readonly type: WebhookEventType;
  /** When the event occurred, in ISO 8601 format. */
  readonly timestamp: string;
  /** `acknowledged` after a 204. After any other result, `retrying` for up to 10 minutes, then `given-up`. */
  readonly state: "sending" | "acknowledged" | "retrying" | "given-up";
  /** Oldest first. */
  readonly attempts: readonly EventAttempt[];
}

interface EventReceiver extends PostSender {
  readonly id: Snowflake;
  readonly eventSubscription:
    | { readonly endpoint: Endpoint; readonly types: readonly WebhookEventType[] }
    | undefined;
}

interface Delivery extends EventDelivery {
  state: EventDelivery["state"];
  readonly attempts: EventAttempt[];
  readonly payload: unknown;
}

/** Resends each event until the application acknowledges it (Discord documentation, Webhook Events, "Responding to Events"). */
export class EventSender {
  readonly #application: EventReceiver;
  readonly #deliveries: Delivery[] = [];
  readonly #calls = new Set<Promise<void>>();
  #hasStopped = false;

  constructor(application: EventReceiver) {
    this.#application = application;
  }

  send<Type extends WebhookEventType>(type: Type, data: WebhookEventData[Type]): void {
    const { id, clock, eventSubscription } = this.#application;
    if (this.#hasStopped || !eventSubscription?.types.includes(type)) return;
    const timestamp = new Date(clock.now()).toISOString();
    const event = { type, timestamp, data };
    const payload = { version: 1, application_id: id, type: WebhookType.Event, event };
    const delivery: Delivery = { type, timestamp, state: "sending", attempts: [], payload };
    pushRecent(this.#deliveries, delivery);
    this.#start(delivery);
  }

  async settled(): Promise<readonly EventDelivery[]> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
    return this.#deliveries.map(({ type, timestamp, state, attempts }) => ({
      type,
      timestamp,
      state,
      attempts: [...attempts],
    }));
  }

  stop(): void {
    this.#hasStopped = true;
  }

  #start(delivery: Delivery): void {
    const attempt = this.#attempt(delivery).finally(() => this.#calls.delete(attempt));
    this.#calls.add(attempt);
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { clock, eventSubscription } = this.#application;
    if (this.#hasStopped || !eventSubscription) {
      delivery.state = "given-up";
      return;
    }
    const at = new Date(clock.now()).toISOString();
    const reply = await postSigned(this.#application, eventSubscription.endpoint, delivery.payload);
    const status = statusOfReply(reply);
    delivery.attempts.push({ at, status });
    if (status === 204) delivery.state = "acknowledged";
    else this.#retry(delivery);
  }

  #retry(delivery: Delivery): void {
    const { clock } = this.#application;
    const wait = eventDelivery.firstRetryMs * 2 ** (delivery.attempts.length - 1);
    const isOver = clock.now() + wait - Date.parse(delivery.timestamp) > eventDelivery.retriesMs;
    delivery.state = isOver ? "given-up" : "retrying";
    if (!isOver) clock.after(wait, () => this.#start(delivery));
  }
}
