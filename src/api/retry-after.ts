import type { HttpAnswer } from "../http/send.ts";
import { parseObject } from "./json.ts";

/** Seconds to wait as the answer says: the body is finer than the header (Discord documentation, Rate Limits). */
export function retrySeconds(
  answer: HttpAnswer,
  body: Readonly<Record<string, unknown>> = parseObject(answer.text),
): number | undefined {
  return parseSeconds(body["retry_after"]) ?? parseSeconds(answer.headers.get("retry-after"));
}

function parseSeconds(value: unknown): number | undefined {
  const isWritten = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
  const seconds = isWritten ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
