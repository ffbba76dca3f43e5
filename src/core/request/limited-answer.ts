import type { LimitedAnswer } from "./limits.ts";
import type { HttpAnswer } from "./send.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";
import { parseObject } from "./json.ts";
import { retrySeconds } from "./retry-after.ts";

/** What an answer says of the limits. */
export function limitedAnswer(answer: HttpAnswer): LimitedAnswer {
  const { status, headers } = answer;
  if (status !== 429) return { status, headers };
  const body = parseObject(answer.text);
  // It lasts for hours, and says nothing of other requests.
  if (body["code"] === JsonErrorCode.DailyCreatesSpent) return { status, headers };
  const isGlobal = body["global"] === true || headers.get("x-ratelimit-global") !== null;
  return { status, headers, block: { ms: (retrySeconds(answer, body) ?? 5) * 1000, isGlobal } };
}
