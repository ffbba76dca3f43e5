import { notify } from "../model/model.ts";
import type { Problem } from "../model/view.ts";

/** Says something in the chat. */
export function say(text: string, hint?: string): void {
  notify({ at: new Date().toISOString(), text, hint });
}

export function complain({ message, hint }: Problem): void {
  say(message, hint);
}
