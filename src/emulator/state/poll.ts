import type { CheckedPoll, PollMedia } from "../../interactions/messages/rules/polls.ts";

const defaultHours = 24;

/** A poll as a message shows it, before anybody has voted (Discord documentation, Poll, "Poll Object"); `now` is in milliseconds since 1970. */
export function describePoll(poll: CheckedPoll, now: number): object {
  const { question, answers, allow_multiselect, layout_type, duration } = poll;
  const expiry = new Date(now + (duration ?? defaultHours) * 3_600_000);
  return {
    question: { text: question.text },
    answers: answers.map(({ poll_media: media }, index) => ({
      answer_id: index + 1,
      poll_media: { text: media.text, ...(media.emoji && { emoji: describeEmoji(media.emoji) }) },
    })),
    expiry: expiry.toISOString(),
    allow_multiselect: allow_multiselect ?? false,
    layout_type: layout_type ?? 1,
    results: { is_finalized: false, answer_counts: [] },
  };
}

function describeEmoji({ id, name, animated }: NonNullable<PollMedia["emoji"]>): object {
  return { id: id ?? null, name: name ?? null, animated: animated ?? false };
}
