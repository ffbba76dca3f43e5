import { interactionLife } from "../../wire/limits.ts";
import { type ClientError, validationError } from "../../core/errors.ts";
import { listOf, oneOf, type Reader } from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { type WebhookEventType, webhookEventTypes, WebhookType } from "../../wire/webhook-event.ts";
import { type Endpoint, postForged, postSigned, type PostSender, statusOf } from "./signed-post.ts";

/** Reads which events an application wants. */
export const readEventTypes: Reader<readonly WebhookEventType[]> = listOf(oneOf(webhookEventTypes));

/**
 * Checks an events URL as the service does when it is saved: a PING is answered 204 with nothing, a wrong signature 401
 * (Discord documentation, Webhook Events, "Preparing for Events").
 *
 * @throws ClientError `bad_endpoint` (ValidationError).
 */
export async function checkEventsEndpoint(
  application: PostSender & { readonly id: Snowflake },
  endpoint: Endpoint,
): Promise<void> {
  const ping = { version: 1, application_id: application.id, type: WebhookType.Ping };
  const answered = statusOf(await postSigned(application, endpoint, ping));
  const forged = statusOf(await postForged(application, endpoint, ping));
  if (answered !== 204 || forged !== 401) throw badEndpoint(answered, forged);
}

function badEndpoint(ping: number | undefined, forged: number | undefined): ClientError {
  return validationError(
    "bad_endpoint",
    `The events endpoint answered PING with ${shown(ping)} and a wrong signature with ${shown(forged)}.`,
    `It must answer PING with 204 and no body, and a wrong signature with 401, within ${interactionLife.firstAnswerMs / 1000} seconds; createEventHandler does both.`,
  );
}

function shown(status: number | undefined): string {
  return status === undefined ? "nothing" : `status ${status}`;
}
