import { expect, it } from "vitest";
import {
  allowedMentions,
  checkAllowedMentions,
} from "../../../../../src/interactions/messages/rules/messages.ts";
import { wordsOf } from "../../../../setup/emulator/reason-of.ts";

it.each([
  [{}, ""],
  [{ parse: ["users"], roles: ["1"], users: [] }, ""],
  [{ parse: ["users"], users: ["1"] }, 'parse:["users"] and users: [ids...] are mutually exclusive.'],
  [{ roles: ["1", "2", "1"] }, "roles.2: The set already contains this value"],
  [{ parse: null, users: null }, ""],
])("checks the allowed mentions %j: %j", (mentions, words) => {
  expect(wordsOf(allowedMentions(mentions, []))).toBe("");
  expect(wordsOf(checkAllowedMentions(mentions, []))).toBe(words);
});
