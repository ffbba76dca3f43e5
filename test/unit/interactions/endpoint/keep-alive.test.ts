import { expect, test } from "vitest";
import { keepAlive } from "../../../../src/interactions/endpoint/endpoint.ts";
import type { Problem } from "../../../../src/interactions/index.ts";

const work = Promise.resolve();

test("the runtime is handed the work, where it takes some", () => {
  const handed: unknown[] = [];
  const report = () => expect.unreachable();
  keepAlive({ waitUntil: (one) => void handed.push(one) }, work, report);
  keepAlive({}, work, report);
  keepAlive(null, work, report);
  expect(handed).toEqual([work]);
});

test("a runtime that refuses is reported", () => {
  const problems: Problem[] = [];
  const error = new Error("over");
  const waitUntil = () => {
    throw error;
  };
  keepAlive({ waitUntil }, work, (problem) => void problems.push(problem));
  expect(problems).toMatchObject([{ code: "endpoint_failed", error }]);
});
