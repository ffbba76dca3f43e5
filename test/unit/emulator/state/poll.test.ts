import { expect, it } from "vitest";
import { describePoll } from "../../../../src/emulator/state/message-contents.ts";
import { problemsOf } from "../../../setup/description/problems-of.ts";

it("describes a poll without votes", () => {
  const shown = describePoll(
    {
      question: { text: "Where?" },
      answers: [{ poll_media: { text: "Here", emoji: { name: "🐟" } } }, { poll_media: { text: "There" } }],
    },
    0,
  );
  expect(shown).toMatchObject({
    answers: [{ answer_id: 1, poll_media: { emoji: { name: "🐟", id: null } } }, { answer_id: 2 }],
    results: { is_finalized: false },
  });
  expect(problemsOf("PollResponse", shown)).toEqual([]);
  const given = { allow_multiselect: true, layout_type: 1, duration: 1 };
  const asked = { question: { text: "Where?" }, answers: [{ poll_media: { text: "Here" } }], ...given };
  expect(describePoll(asked, 0)).toMatchObject({
    allow_multiselect: true,
    expiry: "1970-01-01T01:00:00.000Z",
  });
});
