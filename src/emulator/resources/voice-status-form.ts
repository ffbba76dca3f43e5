import { type Fields, text } from "../../interactions/messages/rules/checks.ts";
import { voiceStatusLength } from "../../wire/limits.ts";

/** What a voice channel is about. */
export const voiceStatusForm: Fields = { optional: { status: text(voiceStatusLength) } };
