import type { OpenInteraction } from "../state/open-interactions.ts";
import { type Draft, isEphemeral, isLoading } from "../state/messages.ts";
import { type ApiCall, parseFlag, parseForm, type Route } from "./api-call.ts";
import {
  CallbackType,
  type InteractionCallback,
  type InteractionCallbackResponse,
} from "../../wire/interaction-callback.ts";

const webhook = "/webhooks/:application_id/:token";

/** The token in the path authenticates these requests. */
export const interactionRoutes: readonly Route[] = [
  ["POST", "/interactions/:interaction_id/:token/callback", answerInteraction],
  ["POST", webhook, sendFollowUp],
  ["GET", `${webhook}/messages/:message_id`, getMessage],
  ["PATCH", `${webhook}/messages/:message_id`, editMessage],
  ["DELETE", `${webhook}/messages/:message_id`, deleteMessage],
];

async function answerInteraction(call: ApiCall) {
  const wantsResponse = parseFlag(call, "with_response");
  const { payload, files } = await parseForm(call);
  const callback = payload as InteractionCallback;
  const [id, token] = [call.param("interaction_id"), call.param("token")];
  const interaction = call.world.interactions.answer(id, token, callback, files);
  return wantsResponse ? describe(interaction, callback) : undefined;
}

async function sendFollowUp(call: ApiCall) {
  const draft = await parseDraft(call);
  return call.world.interactions.followUp(call.param("application_id"), call.param("token"), draft);
}

function getMessage(call: ApiCall) {
  return call.world.interactions.message(...messageOf(call));
}

async function editMessage(call: ApiCall) {
  return call.world.interactions.edit(...messageOf(call), await parseDraft(call));
}

function deleteMessage(call: ApiCall) {
  call.world.interactions.delete(...messageOf(call));
}

function messageOf({ param }: ApiCall): [applicationId: string, token: string, messageId: string] {
  return [param("application_id"), param("token"), param("message_id")];
}

async function parseDraft(call: ApiCall): Promise<Draft> {
  const { payload, files } = await parseForm(call);
  return { body: payload as NonNullable<Draft["body"]>, files };
}

function describe(
  { payload, original: message, activityInstance }: OpenInteraction,
  { type }: InteractionCallback,
): InteractionCallbackResponse {
  const [{ id, type: interactionType }, instance] = [payload, activityInstance?.instance_id];
  if (instance !== undefined) {
    return {
      interaction: { id, type: interactionType, activity_instance_id: instance },
      resource: { type, activity_instance: { id: instance } },
    };
  }
  if (!message) return { interaction: { id, type: interactionType } };
  const about = {
    response_message_id: message.id,
    response_message_loading: isLoading(message),
    response_message_ephemeral: isEphemeral(message),
  };
  return {
    interaction: { id, type: interactionType, ...about },
    resource: { type: describedAs[type] ?? type, message },
  };
}

/** The service reports deferred messages with the type of immediate messages. */
const describedAs: Readonly<Record<number, CallbackType>> = {
  [CallbackType.DeferredChannelMessage]: CallbackType.ChannelMessage,
  [CallbackType.DeferredUpdate]: CallbackType.UpdateMessage,
};
