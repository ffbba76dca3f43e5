import type { OpenInteraction } from "../state/open-interactions.ts";
import { type Draft, isEphemeral, isLoading } from "../state/messages.ts";
import { type ApiCall, parseFlag, parseForm, type Route } from "./api-call.ts";
import {
  CallbackType,
  type InteractionCallback,
  type InteractionCallbackResponse,
} from "../../wire/interaction-callback.ts";

const webhook = "/webhooks/:application_id/:token";
const message = `${webhook}/messages/:message_id`;

/** The token in the path authenticates these requests. */
export const interactionRoutes: readonly Route[] = [
  ["POST", "/interactions/:interaction_id/:token/callback", answerInteraction],
  ["POST", webhook, sendFollowUp],
  ["GET", message, (call) => call.world.interactions.message(...messageOf(call))],
  [
    "PATCH",
    message,
    async (call) => call.world.interactions.edit(...messageOf(call), await parseDraft(call)),
  ],
  ["DELETE", message, (call) => call.world.interactions.delete(...messageOf(call))],
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

function messageOf({ param }: ApiCall): [applicationId: string, token: string, messageId: string] {
  return [param("application_id"), param("token"), param("message_id")];
}

async function parseDraft(call: ApiCall): Promise<Draft> {
  const { payload, files } = await parseForm(call);
  return { body: payload as NonNullable<Draft["body"]>, files };
}

function describe(
  { payload, original, activityInstance }: OpenInteraction,
  { type }: InteractionCallback,
): InteractionCallbackResponse {
  const interaction = { id: payload.id, type: payload.type };
  if (activityInstance) {
    const { instance_id: id } = activityInstance;
    return {
      interaction: { ...interaction, activity_instance_id: id },
      resource: { type, activity_instance: { id } },
    };
  }
  if (!original) return { interaction };
  const about = {
    response_message_id: original.id,
    response_message_loading: isLoading(original),
    response_message_ephemeral: isEphemeral(original),
  };
  return {
    interaction: { ...interaction, ...about },
    resource: { type: describedAs[type] ?? type, message: original },
  };
}

/** The service reports deferred messages with the type of immediate messages. */
const describedAs: Readonly<Record<number, CallbackType>> = {
  [CallbackType.DeferredChannelMessage]: CallbackType.ChannelMessage,
  [CallbackType.DeferredUpdate]: CallbackType.UpdateMessage,
};
