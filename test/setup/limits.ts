import { isLong } from "./cases.ts";

/** A limit is there for what hangs, not for what is slow: in CI the machine is busy, and properties have all their cases. */
const isBusy = isLong || Boolean(process.env["CI"]);

/** How long a test may take. */
export const testLimitMs = isBusy ? 120_000 : 30_000;

/** How long a test waits for one thing: below its own limit, so that the error says what did not come. */
export const waitLimitMs = (testLimitMs * 5) / 6;

/** Of `expect.poll`, for each project. */
export const poll = { timeout: waitLimitMs, interval: 5 };
