import type { InteractionCallback, InteractionCallbackResponse } from "../../wire/interaction-callback.ts";
import { invalidField } from "../base/refusal.ts";
import type { OpenInteraction } from "../world/interaction-desk.ts";
import { parseFields, parseFlag } from "./input.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

const webhook = "/webhooks/:application_id/:token";

/** The token in the path is the credential. */
export const interactionRoutes: readonly Route[] = [
  ["POST", "/interactions/:interaction_id/:token/callback", answerInteraction],
  ["POST", webhook, sendFollowUp],
  ["GET", `${webhook}/messages/:message_id`, getMessage],
  ["PATCH", `${webhook}/messages/:message_id`, editMessage],
  ["DELETE", `${webhook}/messages/:message_id`, deleteMessage],
];

/** The first answer, when it is not the response itself. */
function answerInteraction(call: ApiCall): ApiAnswer {
  const callback = parseFields(call) as unknown as InteractionCallback;
  if (typeof callback.type !== "number") {
    throw invalidField("type", "BASE_TYPE_REQUIRED", "This field is required");
  }
  const interaction = call.world.desk.answer(call.param("interaction_id"), call.param("token"), callback);
  if (!parseFlag(call.query.get("with_response"))) return { status: 204 };
  return { status: 200, body: describe(interaction, callback) };
}

function sendFollowUp(call: ApiCall): ApiAnswer {
  const body = call.world.desk.followUp(call.param("application_id"), call.param("token"), parseFields(call));
  return { status: 200, body };
}

function getMessage(call: ApiCall): ApiAnswer {
  return { status: 200, body: call.world.desk.message(...messageOf(call)) };
}

function editMessage(call: ApiCall): ApiAnswer {
  return { status: 200, body: call.world.desk.edit(...messageOf(call), parseFields(call)) };
}

function deleteMessage(call: ApiCall): ApiAnswer {
  call.world.desk.delete(...messageOf(call));
  return { status: 204 };
}

function messageOf({ param }: ApiCall): [applicationId: string, token: string, messageId: string] {
  return [param("application_id"), param("token"), param("message_id")];
}

function describe(
  { payload, messages, activityInstance }: OpenInteraction,
  { type }: InteractionCallback,
): InteractionCallbackResponse {
  const [message] = messages;
  return {
    interaction: {
      id: payload.id,
      type: payload.type,
      ...(activityInstance && { activity_instance_id: activityInstance.instance_id }),
      ...(message && { response_message_id: message.id }),
    },
    resource: {
      type,
      ...(activityInstance && { activity_instance: { id: activityInstance.instance_id } }),
      ...(message && { message }),
    },
  };
}
