import { expect, test } from "vitest";
import { refuseMessage } from "../../../../../src/interactions/messages/rules/answer-rules.ts";

const wrong = (...path: string[]) => ({
  path,
  error: { code: "BASE_TYPE_REQUIRED", message: "This is needed" },
});

test("accepts a message without problems", () => {
  expect(() => refuseMessage([], "Sending")).not.toThrow();
});

test("returns every problem with its path, and ten of them in the message", () => {
  const problems = [
    wrong(),
    wrong("embeds", "0", "title"),
    ...Array.from({ length: 10 }, () => wrong("content")),
  ];
  expect(() => refuseMessage(problems, "Sending")).toThrow(
    expect.objectContaining({
      name: "ApiError",
      type: 6,
      code: "invalid_message",
      message: expect.stringMatching(
        /^Sending was not sent, because the service would refuse it\.\n {2}the whole: This is needed \[BASE_TYPE_REQUIRED\]\n {2}embeds\[0\]\.title: .*\n {2}and 2 more$/s,
      ),
      fieldErrors: expect.objectContaining({ length: 12 }),
    }),
  );
});
