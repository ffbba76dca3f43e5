import type { HttpAnswer } from "./send.ts";
import { saidSeconds, writtenSeconds } from "../check/said-time.ts";
import { parseObject } from "./json.ts";

/** Seconds to wait as the answer says: the body is finer than the header (Discord documentation, Rate Limits). */
export function retrySeconds(
  answer: HttpAnswer,
  body: Readonly<Record<string, unknown>> = parseObject(answer.text),
): number | undefined {
  const { retry_after: said } = body;
  return saidSeconds(said) ?? writtenSeconds(said) ?? writtenSeconds(answer.headers.get("retry-after"));
}
