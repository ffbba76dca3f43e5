import { subscribe } from "node:diagnostics_channel";
import { afterEach, type TaskMeta } from "vitest";
import { answersChannel, type HeardAnswer } from "../../../src/emulator/base/hear-answer.ts";

declare module "vitest" {
  interface TaskMeta {
    /** What the emulator answered in the test, looked up in the published description. */
    answers?: CheckedTest;
  }
}

/** The answers of one test. */
export interface CheckedTest {
  /** How many were as described, by operation. */
  readonly validated: Readonly<Record<string, number>>;
  /** Requests that were carried out, and that nothing describes. */
  readonly undescribed: readonly string[];
  /** The endpoints of the emulator that did what they were asked. */
  readonly succeeded: readonly string[];
  /** Every operation, and every endpoint that can succeed, told once by each process: the lists are long. */
  readonly inScope?: readonly string[];
  readonly endpoints?: readonly string[];
}

const heard: HeardAnswer[] = [];
let isScopeTold = false;

subscribe(answersChannel, (answer) => heard.push(copy(answer as HeardAnswer)));

/** An answer as it is now: the test may go on with what is in it. */
function copy(answer: HeardAnswer): HeardAnswer {
  return JSON.parse(JSON.stringify(answer)) as HeardAnswer;
}

/** Has every test of the file looked up what the emulator answered in it. */
export function checkEveryAnswer(): void {
  afterEach(async ({ task }) => {
    const answers = heard.splice(0);
    if (answers.length > 0) await check(answers, task.meta);
  });
}

/** @throws Error when an answer is not as described. */
async function check(answers: readonly HeardAnswer[], meta: TaskMeta): Promise<void> {
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
    ...(!isScopeTold && { inScope: operationsInScope, endpoints: usefulEndpoints }),
  };
  isScopeTold = true;
  const wrong = verdicts.find(({ problem }) => problem !== undefined);
  if (wrong)
    throw new Error(`The emulator's answer to ${wrong.operation} is not as described. ${wrong.problem}`);
}
