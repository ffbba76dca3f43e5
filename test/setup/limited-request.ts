import type { LimitedRequest } from "../../src/core/request/limits.ts";

/** A bot's request, as passed to the rate limiter. It may wait up to a minute, but every wait ends immediately. */
export const limitedRequest: LimitedRequest = {
  applicationId: "100000000000000001",
  identity: "bot",
  route: "GET /commands",
  resource: "",
  operation: "Asking",
  mayWaitMs: 60_000,
  wait: async () => undefined,
};
