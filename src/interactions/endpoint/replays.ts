import { printableError } from "../answer/service.ts";
import type { Seen } from "../seen.ts";
import { oncePerMinute, type Receipt } from "./endpoint.ts";
import { type EndpointResponse, type Report, tooSlow, within } from "./incoming.ts";

interface Received {
  readonly id: string;
  readonly token: string;
}

/** @returns `undefined` for a new interaction, and `failed` after reporting why `seen` failed. */
export async function checkReplay(
  { id, token }: Received,
  seen: Seen,
  waitMs: number,
  report: Report,
): Promise<"repeated" | "failed" | undefined> {
  const fail = (reason: string, error?: unknown) => {
    report({ code: "seen_failed", message: `The seen option ${reason}.`, id, error });
    return "failed" as const;
  };
  try {
    const isSeen: unknown = await within(waitMs, seen(id));
    if (isSeen === false) return undefined;
    if (isSeen === true) return "repeated";
    return fail(isSeen === tooSlow ? "did not respond in time" : "did not return true or false");
  } catch (error) {
    return fail("failed", await printableError(error, token));
  }
}

/** Creates the responses to repeated interactions. Reports at most one per minute. */
export function createReplayRefusal(): (payload: Received, receipt: Receipt) => EndpointResponse {
  const isTimeToReport = oncePerMinute();
  return ({ id }, { arrived, report }) => {
    const message = "An interaction was rejected with 409, because it was received before.";
    if (isTimeToReport(arrived)) report({ code: "interaction_repeated", message, id });
    return { status: 409 };
  };
}
