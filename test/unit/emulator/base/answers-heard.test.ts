import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, test } from "vitest";
import { answersChannel, tellAnswer } from "../../../../src/emulator/base/hear-answer.ts";

test("publishes a response to the subscribers of the channel", () => {
  const heard: unknown[] = [];
  const hear = (answer: unknown) => void heard.push(answer);
  const answer = {
    method: "GET",
    path: "/nothing/here",
    status: 404,
    body: { code: 0, message: "Not Found" },
  };
  subscribe(answersChannel, hear);
  tellAnswer(answer);
  unsubscribe(answersChannel, hear);
  tellAnswer(answer);
  expect(heard).toEqual([answer]);
});
