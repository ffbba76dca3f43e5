import type { LimitedRequest } from "../../src/core/request/limits.ts";

/** A bot's request as limits are asked about it: it waits a minute at most, and never really. */
export const limitedRequest: LimitedRequest = {
  applicationId: "100000000000000001",
  identity: "bot",
  route: "GET /commands",
  resource: "",
  operation: "Asking",
  mayWaitMs: 60_000,
  wait: async () => undefined,
};
