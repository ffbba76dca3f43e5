import { expect, test } from "vitest";
import { mayPass, nextStep, Progress } from "../../../../src/core/request/sender.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";

const patient = (maxWaitMs = 0) => new Progress("Asking", undefined, { maxWaitMs });
const answer = (status: number, code?: number) => ({
  status,
  headers: new Headers(),
  text: JSON.stringify({ code }),
});

test.each<[string, number, number | undefined, string]>([
  ["GET", 200, undefined, "done"],
  ["GET", 400, undefined, "done"],
  ["GET", 500, undefined, "repeat"],
  ["GET", 501, undefined, "done"],
  ["GET", 503, undefined, "repeat"],
  ["GET", 401, undefined, "another token"],
  ["GET", 401, 50_026, "done"],
  ["GET", 429, undefined, "after the limit"],
  ["POST", 429, 30_034, "done"],
  ["DELETE", 404, 10_063, "done"],
])("decides after a %s with status %i and code %s: %s", (method, status, code, step) => {
  expect(nextStep(method, answer(status, code), patient())).toBe(step);
});

test("retries with another token only once", () => {
  const progress = patient();
  progress.refused = { answer: answer(401), authorization: { header: "Bot x", identity: "bot" } };
  expect(nextStep("GET", answer(401), progress)).toBe("done");
});

test("gives up after 10 rate-limited responses", () => {
  const progress = patient();
  progress.limited = 9;
  expect(nextStep("GET", answer(429), progress)).toBe("after the limit");
  progress.limited = 10;
  expect(nextStep("GET", answer(429), progress)).toBe("done");
});

test("treats an unknown command as deleted only after a repeated DELETE", async () => {
  const progress = patient();
  expect(await progress.repeat()).toBe(false);
  expect(progress.repetitions).toBe(1);
  expect(nextStep("DELETE", answer(404, 10_063), progress)).toBe("deleted");
  expect(nextStep("DELETE", answer(404, 10_004), progress)).toBe("done");
  expect(nextStep("GET", answer(404, 10_063), progress)).toBe("done");
});

test.each<[ErrorType, number | undefined, boolean, boolean]>([
  [ErrorType.NetworkError, undefined, true, true],
  [ErrorType.NetworkError, undefined, false, false],
  [ErrorType.HTTPError, 503, false, true],
  [ErrorType.HTTPError, 400, false, false],
  [ErrorType.HTTPError, undefined, false, false],
])(
  "decides whether an error of type %i, status %s and retryable %j is temporary: %j",
  (type, status, retryable, passes) => {
    const error = new ClientError({
      type,
      code: "http_error",
      retryable,
      message: "It failed.",
      ...(status && { status }),
    });
    expect(mayPass(error)).toBe(passes);
  },
);
