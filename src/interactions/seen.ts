import { fields } from "../core/check/fields.ts";
import { optional } from "../core/check/readers.ts";
import { readMaxAgeSeconds, signatureLifetimeMs } from "../core/signature-lifetime.ts";
import { printableError } from "./answer/service.ts";
import { oncePerMinute, type Receipt } from "./endpoint/endpoint.ts";
import { type EndpointResponse, type Report, tooSlow, within } from "./endpoint/incoming.ts";

/**
 * Returns whether an interaction was received before and stores its id. Both steps must be one atomic operation, because copies of a
 * request can arrive at the same time.
 *
 * @stable
 */
export type Seen = (id: string) => boolean | Promise<boolean>;

/** Options for {@link memorySeen}. @stable */
export interface SeenOptions {
  /** The handler's `maxAgeSeconds`, up to 86,400. Default 300. */
  readonly maxAgeSeconds?: number | undefined;
}

const readOptions = fields<SeenOptions>({ maxAgeSeconds: optional(readMaxAgeSeconds) });

/**
 * Stores the ids of interactions in this process's memory, for the `seen` option of `createInteractionHandler`. If several
 * processes handle interactions, use `redisSeen` from `slashpass/redis`, because a copy of a request may reach another process.
 * An id uses about 100 bytes and is kept for 10 to 21 minutes by default.
 *
 * @stable
 * @throws ClientError `invalid_argument` or `unknown_option`.
 */
export function memorySeen(options: SeenOptions = {}): (id: string) => boolean {
  const lifetimeMs = signatureLifetimeMs(readOptions(options, "options").maxAgeSeconds);
  // Two generations make a timer unnecessary: an id is kept for one to two lifetimes.
  let older = new Set<string>();
  let newer = new Set<string>();
  let since = performance.now();
  return (id) => {
    const passedMs = performance.now() - since;
    if (passedMs >= lifetimeMs) {
      older = passedMs < 2 * lifetimeMs ? newer : new Set();
      newer = new Set();
      since += passedMs;
    }
    if (newer.has(id) || older.has(id)) return true;
    newer.add(id);
    return false;
  };
}

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
    const message = "An interaction was rejected with 409, because it was a duplicate.";
    if (isTimeToReport(arrived)) report({ code: "interaction_repeated", message, id });
    return { status: 409 };
  };
}
