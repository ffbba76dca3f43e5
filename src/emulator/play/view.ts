import { CallbackType } from "../../wire/interaction-callback.ts";
import type { Records } from "../interactions/records.ts";
import type { InvocationResult } from "../interactions/run-interaction.ts";
import { seeForm, seeMessage } from "../interactions/see.ts";
import type { View } from "./browser/view.ts";

/** What a player sees of an interaction right now; `records` has what its menus offer. */
export function describeResult({ response, messages }: InvocationResult, records: Records): View {
  const isWaiting = response?.type === CallbackType.DeferredChannelMessage && messages.length === 0;
  return {
    notes: isWaiting ? ["The game is thinking…"] : [],
    messages: messages.map((message) => seeMessage(message, records)),
    ...(response?.type === CallbackType.Modal && { form: seeForm(response.data, records) }),
  };
}
