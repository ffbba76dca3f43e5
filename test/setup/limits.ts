import { isLong } from "./cases.ts";

/** Timeouts are meant to catch hung tests, not slow ones. CI machines are busy, and long runs check more property cases. */
const isBusy = isLong || Boolean(process.env["CI"]);

export const testLimitMs = isBusy ? 120_000 : 30_000;

/** The timeout for a single wait. It is shorter than the test's own timeout, so that the error names the missing event. */
export const waitLimitMs = (testLimitMs * 5) / 6;

export const poll = { timeout: waitLimitMs, interval: 5 };
