import { isLong } from "./cases.ts";

/**
 * Timeouts must catch hung tests, not slow ones. They are longer on CI machines, which are busy, and in long runs, which check more
 * property cases.
 */
const isBusy = isLong || Boolean(process.env["CI"]);

export const testLimitMs = isBusy ? 120_000 : 30_000;

/** The timeout for a single wait. It is shorter than the test's own timeout, so that the error names the missing event. */
export const waitLimitMs = (testLimitMs * 5) / 6;

export const poll = { timeout: waitLimitMs, interval: 5 };
