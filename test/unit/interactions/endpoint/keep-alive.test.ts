import { expect, test } from "vitest";
import { keepAlive } from "../../../../src/interactions/endpoint/endpoint.ts";
import type { Problem } from "../../../../src/interactions/index.ts";

const work = Promise.resolve();

test("passes the work to `waitUntil` if the runtime has it", () => {
  const handed: unknown[] = [];
  const report = () => expect.unreachable();
  keepAlive({ waitUntil: (one) => void handed.push(one) }, work, report);
  keepAlive({}, work, report);
  keepAlive(null, work, report);
  expect(handed).toEqual([work]);
});

test("reports an error that `waitUntil` throws", () => {
  const problems: Problem[] = [];
  const error = new Error("over");
  const waitUntil = () => {
    throw error;
  };
  keepAlive({ waitUntil }, work, (problem) => void problems.push(problem));
  expect(problems).toMatchObject([{ code: "endpoint_failed", error }]);
});
