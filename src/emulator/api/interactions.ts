import type { InteractionCallback, InteractionCallbackResponse } from "../../wire/interaction-callback.ts";
import type { MessageBody } from "../../wire/message.ts";
import type { ApiAnswer, ApiContext, ApiRequest } from "./route.ts";
import { parseFlag, parseJson } from "./input.ts";
import type { OpenInteraction } from "../world/interaction-desk.ts";
import { invalidField } from "../base/refusal.ts";

type Parts = readonly (string | undefined)[];

/** The first answer, when it is not the response itself. The token in the path is the credential. */
export function answerInteraction(
  context: ApiContext,
  request: ApiRequest,
  [id = "", token = ""]: Parts,
): ApiAnswer {
  const callback = parseObject(request) as unknown as InteractionCallback;
  if (typeof callback.type !== "number") {
    throw invalidField("type", "BASE_TYPE_REQUIRED", "This field is required");
  }
  const interaction = context.desk.answer(id, token, callback);
  if (!parseFlag(request.query.get("with_response"))) return { status: 204 };
  return { status: 200, body: describe(interaction, callback) };
}

export function sendFollowUp(
  context: ApiContext,
  request: ApiRequest,
  [id = "", token = ""]: Parts,
): ApiAnswer {
  return { status: 200, body: context.desk.followUp(id, token, parseObject(request)) };
}

export function getMessage(
  { desk }: ApiContext,
  _request: ApiRequest,
  [id = "", token = "", message = ""]: Parts,
): ApiAnswer {
  return { status: 200, body: desk.message(id, token, message) };
}

export function editMessage(
  context: ApiContext,
  request: ApiRequest,
  [id = "", token = "", message = ""]: Parts,
): ApiAnswer {
  return { status: 200, body: context.desk.edit(id, token, message, parseObject(request)) };
}

export function deleteMessage(
  { desk }: ApiContext,
  _request: ApiRequest,
  [id = "", token = "", message = ""]: Parts,
): ApiAnswer {
  desk.delete(id, token, message);
  return { status: 204 };
}

function parseObject(request: ApiRequest): MessageBody {
  const value = parseJson(request);
  return typeof value === "object" && value !== null ? value : {};
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
