import type { LimitedRequest } from "../../src/core/request/limits.ts";

/** A bot request as passed to the rate limiter. It may wait for a minute, but waiting resolves immediately. */
export const limitedRequest: LimitedRequest = {
  applicationId: "100000000000000001",
  identity: "bot",
  route: "GET /commands",
  resource: "",
  operation: "Asking",
  mayWaitMs: 60_000,
  wait: async () => undefined,
};
