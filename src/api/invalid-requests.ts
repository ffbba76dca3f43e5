import { ClientError, ErrorType } from "../errors.ts";

// The service bans an address for 10000 invalid requests in 10 minutes (Discord documentation, Rate Limits).
const mostInvalid = 9000;
const windowMs = 10 * 60_000;
const slotMs = 60_000;

const byOrigin = new Map<string, InvalidRequests>();

/** Counts answers that the service holds against this address, and stops before it bans it. */
export class InvalidRequests {
  /** Count per minute, the oldest first. */
  readonly #slots: { readonly start: number; count: number }[] = [];

  /** The count for a service: it bans an address, so all clients of a process count together. */
  static of(apiBase: string): InvalidRequests {
    const { origin } = new URL(apiBase);
    const known = byOrigin.get(origin) ?? new InvalidRequests();
    byOrigin.set(origin, known);
    return known;
  }

  /** Counts an answer: 401, 403, and 429 unless its limit is shared with others. */
  note(status: number, headers: Headers): void {
    const isInvalid = status === 401 || status === 403 || status === 429;
    if (!isInvalid || headers.get("x-ratelimit-scope") === "shared") return;
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
    if (sum < mostInvalid || !oldest) return;
    throw new ClientError({
      type: ErrorType.HTTPError,
      code: "too_many_invalid_requests",
      message: `${operation} was not sent: ${sum} requests were refused with 401, 403 or 429 in the last 10 minutes, and 10000 lead to a ban.`,
      hint: "Correct the credential or its permissions first.",
      retryable: true,
      retryAfter: Math.ceil((oldest.start + slotMs + windowMs - now) / 1000),
    });
  }
}
