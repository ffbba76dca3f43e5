import { expect, test } from "vitest";
import { ApplyError, PlanOutdatedError } from "../../../../src/commands/plan/plan-types.ts";
import { planCommands } from "../../../../src/commands/plan/plan-commands.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";

test("includes the new plan in PlanOutdatedError", () => {
  const plan = planCommands([], [], { scope: "global" });
  const error = new PlanOutdatedError(plan);
  expect(error).toBeInstanceOf(ClientError);
  expect(error).toMatchObject({ name: "PlanOutdatedError", code: "plan_outdated", retryable: true });
  expect(error.plan).toBe(plan);
});

test("copies the cause's fields to ApplyError and includes the progress", () => {
  const failure = new ClientError({
    type: ErrorType.HTTPError,
    code: "rate_limited",
    message: "It was limited.",
    status: 429,
    retryable: true,
    retryAfter: 5,
  });
  const write = { kind: "create", command: { name: "ping" } } as const;
  const report = { done: [write], failed: write, remaining: [write, write], savedPermissions: [] };
  const error = new ApplyError(failure, report);
  expect(error).toMatchObject({
    name: "ApplyError",
    type: ErrorType.HTTPError,
    code: "rate_limited",
    message: "Applying the plan stopped, 1 of 3 requests were done: It was limited.",
    status: 429,
    retryable: true,
    retryAfter: 5,
    failure,
    report,
  });
});

const failure = new ClientError({ type: ErrorType.HTTPError, code: "http_error", message: "It failed." });
const report = { done: [], remaining: [], savedPermissions: [] };

test.each<[string, unknown, unknown]>([
  ["failure", new Error("of somebody"), report],
  ["report", failure, null],
  ["report", failure, { ...report, done: undefined }],
  ["report", failure, { ...report, remaining: 5 }],
])("rejects an invalid %s in the constructor of ApplyError", (name, error, of) => {
  expect(() => new ApplyError(error as never, of as never)).toThrow(
    expect.objectContaining({
      code: "invalid_argument",
      message: expect.stringContaining(`${name} is `) as string,
    }),
  );
});
