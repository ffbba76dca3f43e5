import { ClientError, ErrorType } from "../errors.ts";
import { ban } from "../../wire/limits.ts";

/** Less than what leads to a ban: others may use the same address. */
export const mostInvalid: number = 0.9 * ban.invalidRequests;
const { windowMs } = ban;
const slotMs = 60_000;

const byOrigin = new Map<string, InvalidRequests>();

/** Counts answers that the service holds against this address, and stops before it bans it. */
export class InvalidRequests {
  /** Count per minute, the oldest first. */
  readonly #slots: { readonly start: number; count: number }[] = [];
  readonly #most: number;

  /** @param most - where it stops; less where others use the same address. */
  constructor(most: number = mostInvalid) {
    this.#most = most;
  }

  /** The count for a service: it bans an address, so all clients of a process count together. */
  static of(apiBase: string): InvalidRequests {
    const { origin } = new URL(apiBase);
    const known = byOrigin.get(origin) ?? new InvalidRequests();
    byOrigin.set(origin, known);
    return known;
  }

  /** Counts an answer: 401, 403, and 429 unless its limit is shared with others. */
  note(status: number, headers: Headers): void {
    if (!isInvalid(status, headers)) return;
    const start = Math.floor(performance.now() / slotMs) * slotMs;
    const last = this.#slots.at(-1);
    if (last?.start === start) last.count++;
    else this.#slots.push({ start, count: 1 });
  }

  /** @throws ClientError `too_many_invalid_requests` while one more could lead to a ban. */
  check(operation: string): void {
    const now = performance.now();
    while (this.#slots[0] && this.#slots[0].start + slotMs + windowMs <= now) this.#slots.shift();
    const sum = this.#slots.reduce((total, { count }) => total + count, 0);
    const [oldest] = this.#slots;
    if (sum < this.#most || !oldest) return;
    throw tooManyInvalid(operation, sum, oldest.start + slotMs + windowMs - now);
  }
}

/** Whether the service holds an answer against the address that asked. */
export function isInvalid(status: number, headers: Headers): boolean {
  return [401, 403, 429].includes(status) && headers.get("x-ratelimit-scope") !== "shared";
}

/** @param ms - until the first of them count no longer. */
export function tooManyInvalid(operation: string, sum: number, ms: number): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "too_many_invalid_requests",
    message: `${operation} was not sent: ${sum} requests were refused with 401, 403 or 429 in the last ${windowMs / 60_000} minutes, and after ${ban.invalidRequests} the service bans this address.`,
    hint: "Correct the credential or its permissions first.",
    retryable: true,
    retryAfter: Math.ceil(ms / 1000),
  });
}
