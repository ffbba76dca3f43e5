import type { ActivityInstance } from "../../wire/activity-instance.ts";
import type { InteractionCallback } from "../../wire/interaction-callback.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { EmulatorApplication } from "../world/application.ts";
import { type Answered, badAnswer, deliver, unansweredError } from "../world/endpoint.ts";
import type { InteractionDesk } from "../world/interaction-desk.ts";
import type { Clock } from "../base/clock.ts";
import type { World } from "../world/world.ts";
import { interactionLife } from "../../wire/limits.ts";

/** What came of an interaction. */
export interface InvocationResult {
  /** HTTP status of the application's answer; undefined when the service launched the Activity by itself. */
  readonly status?: number;
  /** The answer: an interaction callback. */
  readonly response?: InteractionCallback;
  /** What the application said to the player; grows as follow-ups arrive. */
  readonly messages: readonly WireMessage[];
  /** The Activity, when one was launched. */
  readonly activityInstance?: LaunchedActivity;
}

/** An Activity as it was when it started. */
export type LaunchedActivity = ActivityInstance & { readonly id: string };

/**
 * Sends a signed interaction to the application's endpoint and acts on the answer, whichever way it takes.
 *
 * @throws ClientError `no_endpoint` (ValidationError), `bad_answer` (HTTPError), or `endpoint_unreachable` (NetworkError).
 */
export async function runInteraction(
  { desk, clock }: World,
  application: EmulatorApplication,
  payload: InteractionPayload,
): Promise<InvocationResult> {
  const open = desk.open(payload);
  const { status, response, files } = await deliver(application, payload);
  // Answered with 202: the callback comes on its own, before or after.
  if (response) acceptAnswer(desk, payload, { status, response, files });
  else await Promise.race([open.answered, endUnanswered(clock)]);
  const { callback, messages, activityInstance } = open;
  return {
    status,
    ...(callback && { response: callback }),
    messages,
    ...(activityInstance && { activityInstance: withId(activityInstance) }),
  };
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

async function endUnanswered(clock: Clock): Promise<never> {
  await clock.wait(interactionLife.firstAnswerMs);
  throw unansweredError();
}
