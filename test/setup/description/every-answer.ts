import { subscribe } from "node:diagnostics_channel";
import { afterEach, type TaskMeta } from "vitest";
import { responsesChannel, type ReportedResponse } from "../../../src/emulator/base/captured-response.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The emulator's responses in this test, checked against the published description. */
    answers?: CheckedTest;
  }
}

export interface CheckedTest {
  /** The number of valid responses, by operation. */
  readonly validated: Readonly<Record<string, number>>;
  /** Successful requests that the description does not cover. */
  readonly undescribed: readonly string[];
  readonly succeeded: readonly string[];
  /** All operations, and all endpoints that can succeed. Each process reports these long lists only once. */
  readonly inScope?: readonly string[];
  readonly endpoints?: readonly string[];
}

const responses: ReportedResponse[] = [];
let isScopeReported = false;

subscribe(responsesChannel, (answer) => responses.push(copy(answer as ReportedResponse)));

/** Takes a snapshot of the response, because the test may change its objects. */
function copy(answer: ReportedResponse): ReportedResponse {
  return JSON.parse(JSON.stringify(answer)) as ReportedResponse;
}

/** Checks the emulator's responses after each test in the file. */
export function checkEveryAnswer(): void {
  afterEach(async ({ task }) => {
    const answers = responses.splice(0);
    if (answers.length > 0) await check(answers, task.meta);
  });
}

/** @throws Error if a response does not match the description. */
async function check(answers: readonly ReportedResponse[], meta: TaskMeta): Promise<void> {
  const { checkAnswer, endpointOf, operationsInScope, usefulEndpoints } = await import("./check-answer.ts");
  const verdicts = await Promise.all(answers.map(checkAnswer));
  const validated: Record<string, number> = {};
  for (const { operation, isDescribed, problem } of verdicts)
    if (isDescribed && problem === undefined) validated[operation] = (validated[operation] ?? 0) + 1;
  const undescribed = verdicts
    .filter((one, index) => !one.isDescribed && (answers[index]?.status ?? 0) < 400)
    .map(({ operation }) => operation);
  const succeeded = answers.filter(({ status }) => status < 400).flatMap((one) => endpointOf(one) ?? []);
  meta.answers = {
    validated,
    undescribed,
    succeeded: [...new Set(succeeded)],
    ...(!isScopeReported && { inScope: operationsInScope, endpoints: usefulEndpoints }),
  };
  isScopeReported = true;
  const wrong = verdicts.find(({ problem }) => problem !== undefined);
  if (wrong)
    throw new Error(
      `The emulator's response to ${wrong.operation} does not match the description. ${wrong.problem}`,
    );
}
