import { type ClientError, isClientError } from "../../core/errors.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import type { InteractionCallback } from "../../wire/interaction-callback.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { type Answered, badAnswer, deliver, unansweredError } from "../outbound/endpoint.ts";
import type { OpenInteractions, OpenInteraction } from "../state/open-interactions.ts";
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
   * HTTP status of the endpoint's response; `undefined` for a bot at the Gateway, an Activity launched by the service, and an
   * endpoint that answered only through the API.
   */
  readonly status?: number;
  readonly response?: InteractionCallback;
  /** Messages to the player. Follow-ups are added later. */
  readonly messages: readonly WireMessage[];
  readonly activityInstance?: LaunchedActivity;
}

/** The initial state of an Activity. */
export type LaunchedActivity = ActivityInstance & {
  /** Same as `instance_id`. */
  readonly id: string;
};

/**
 * @throws ClientError `no_endpoint` (ValidationError), `bad_answer` (HTTPError), `endpoint_unreachable` or `no_answer`
 *   (NetworkError).
 */
export async function runInteraction(
  { world, application }: Pick<FoundPlace, "world" | "application">,
  payload: InteractionPayload,
): Promise<InvocationResult> {
  const open = world.interactions.open(payload);
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
  worldEvents.emit({
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

async function callEndpoint(
  { interactions, clock }: World,
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
  // With a 202, the callback is a separate API request, which may come earlier or later.
  if (response) acceptAnswer(interactions, payload, { status, response, files });
  else await Promise.race([answered, fail(clock, unansweredError)]);
  return status;
}

function acceptAnswer(
  interactions: OpenInteractions,
  { id, token }: InteractionPayload,
  { status, response, files }: Answered,
): void {
  try {
    interactions.answer(id, token, response, files);
  } catch (error) {
    throw badAnswer(status, error);
  }
}

export function withId(instance: ActivityInstance): LaunchedActivity {
  return { ...instance, id: instance.instance_id };
}

async function fail(clock: Clock, createError: () => ClientError): Promise<never> {
  await clock.wait(interactionLife.firstAnswerMs);
  throw createError();
}
