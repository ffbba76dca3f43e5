import {
  type Check,
  flag,
  id,
  list,
  oneOf,
  type Path,
  problem,
  type Problems,
  record,
  text,
  whole,
} from "./checks.ts";

const media = record({
  optional: { text: text(300, 1), emoji: record({ optional: { id, name: text(32), animated: flag } }) },
});

/** A poll (the service's published description, `PollCreateRequest`). */
export const poll: Check = record({
  required: { question: media, answers: list(record({ required: { poll_media: media } }), 10, 1) },
  optional: { allow_multiselect: flag, layout_type: oneOf(1), duration: whole(1, 768) },
});

export interface CheckedPoll {
  readonly question: PollMedia;
  readonly answers: readonly { readonly poll_media: PollMedia }[];
  readonly allow_multiselect?: boolean | null;
  readonly layout_type?: number | null;
  readonly duration?: number | null;
}

export interface PollMedia {
  readonly text?: string | null;
  readonly emoji?: {
    readonly id?: string | null;
    readonly name?: string | null;
    readonly animated?: boolean | null;
  } | null;
}

const answerLength = 55;

/**
 * Both questions and answers require text, and the limit for answers is lower (Discord documentation, Poll, "Poll Media Object").
 */
export function checkPoll(pollRequest: object, path: Path): Problems {
  const { question, answers } = pollRequest as CheckedPoll;
  return [
    ...checkText(question, [...path, "question"]),
    ...answers.flatMap(({ poll_media }, index) => {
      const mediaPath = [...path, "answers", String(index), "poll_media"];
      return [
        ...checkText(poll_media, mediaPath),
        ...text(answerLength)(poll_media.text ?? "", [...mediaPath, "text"]),
      ];
    }),
  ];
}

function checkText({ text: words }: PollMedia, path: Path): Problems {
  if (words !== undefined && words !== null) return [];
  return problem([...path, "text"], "BASE_TYPE_REQUIRED");
}
