import { type ClientError, isClientError } from "../../core/errors.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import type { InteractionCallback } from "../../wire/interaction-callback.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { type Answered, badAnswer, deliver, unansweredError } from "../outbound/endpoint.ts";
import type { InteractionDesk, OpenInteraction } from "../state/interaction-desk.ts";
import { type Clock, startStopwatch } from "../base/clock.ts";
import { keepPart } from "../outbound/exchanges.ts";
import type { World } from "../state/world.ts";
import type { FoundPlace } from "./place.ts";
import { interactionLife } from "../../wire/limits.ts";
import type { ActivityInstance } from "../../wire/application.ts";
import type { GatewayEventData } from "../../wire/gateway.ts";

/** The outcome of an interaction. */
export interface InvocationResult {
  /**
   * HTTP status of the endpoint's answer; undefined for a bot at the Gateway, if the service itself launched the Activity, and for an
   * endpoint that answered through the API alone.
   */
  readonly status?: number;
  /** The answer: an interaction callback. */
  readonly response?: InteractionCallback;
  /** The messages of the application to the player; follow-ups are added. */
  readonly messages: readonly WireMessage[];
  /** The launched Activity. */
  readonly activityInstance?: LaunchedActivity;
}

/** An Activity as it was when it started. */
export type LaunchedActivity = ActivityInstance & {
  /** The same as `instance_id`. */
  readonly id: string;
};

/**
 * Sends an interaction to the application and applies the answer. The interaction goes to its endpoint, signed, or without an
 * endpoint to its bot at the Gateway.
 *
 * @throws ClientError `no_endpoint` (ValidationError), `bad_answer` (HTTPError), `endpoint_unreachable` or `no_answer`
 * (NetworkError).
 */
export async function runInteraction(
  { world, application }: Pick<FoundPlace, "world" | "application">,
  payload: InteractionPayload,
): Promise<InvocationResult> {
  const open = world.desk.open(payload);
  const status = isForBot(world, application, payload)
    ? await tellBot(world, application, open)
    : await callEndpoint(world, application, open);
  const { callback, messages, activityInstance } = open;
  return {
    ...(status !== undefined && { status }),
    ...(callback && { response: callback }),
    messages,
    ...(activityInstance && { activityInstance: withId(activityInstance) }),
  };
}

function isForBot({ bots }: World, { endpoint }: EmulatorApplication, payload: InteractionPayload): boolean {
  return endpoint === undefined && bots.hears(payload.application_id, payload.guild_id);
}

/** A bot answers through the API. */
async function tellBot(
  { clock, worldEvents }: World,
  { exchanges }: EmulatorApplication,
  { payload, answered }: OpenInteraction,
): Promise<undefined> {
  const [at, elapsed] = [clock.now(), startStopwatch()];
  const note = (silence?: "silent-bot") =>
    exchanges.add({
      from: "service",
      isAtGateway: true,
      method: "INTERACTION_CREATE",
      url: undefined,
      at,
      durationMs: elapsed(),
      request: keepPart([], Buffer.from(JSON.stringify(payload))),
      answer: undefined,
      ...(silence && { silence }),
    });
  worldEvents.tell({
    name: "INTERACTION_CREATE",
    data: payload as GatewayEventData["INTERACTION_CREATE"],
    applicationId: payload.application_id,
  });
  await Promise.race([answered, fail(clock, () => unansweredError("silent-bot"))]).then(
    () => note(),
    (error: unknown) => {
      note("silent-bot");
      throw error;
    },
  );
}

/** @returns the HTTP status of its answer; undefined for none after an answer through the API, which counts alone. */
async function callEndpoint(
  { desk, clock }: World,
  application: EmulatorApplication,
  open: OpenInteraction,
): Promise<number | undefined> {
  const { payload, answered } = open;
  const delivered = await deliver(application, payload).catch((error: unknown) => {
    if (open.callback && isClientError(error) && error.code === "endpoint_unreachable") return undefined;
    throw error;
  });
  if (!delivered) return undefined;
  const { status, response, files } = delivered;
  // After a 202, the callback comes as a request of its own, before or after.
  if (response) acceptAnswer(desk, payload, { status, response, files });
  else await Promise.race([answered, fail(clock, unansweredError)]);
  return status;
}

function acceptAnswer(
  desk: InteractionDesk,
  { id, token }: InteractionPayload,
  { status, response, files }: Answered,
): void {
  try {
    desk.answer(id, token, response, files);
  } catch (error) {
    throw badAnswer(status, error);
  }
}

export function withId(instance: ActivityInstance): LaunchedActivity {
  return { ...instance, id: instance.instance_id };
}

/** Fails when the time for the first answer is over. */
async function fail(clock: Clock, createError: () => ClientError): Promise<never> {
  await clock.wait(interactionLife.firstAnswerMs);
  throw createError();
}
