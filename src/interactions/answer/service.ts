import { loadOnce } from "../../core/lazy.ts";
import { resolveApiBase, type ServiceOptions } from "../../core/request/addresses.ts";
import type * as calls from "./service-calls.ts";

/** Requests, their repetition, files and failures: the answer of most interactions is the response itself, and needs none of them. */
export const loadServiceCalls: () => Promise<typeof calls> = loadOnce(() => import("./service-calls.ts"));

/** @throws as {@link resolveApiBase}. */
export function createServiceCalls({ fetch, ...addresses }: ServiceOptions): calls.SendServiceCall {
  const base = resolveApiBase(addresses);
  return async (call) => {
    const { sendServiceCall } = await loadServiceCalls();
    return sendServiceCall(call, base, fetch);
  };
}

/** An error of a handler, fit for a log: without the interaction's token. */
export async function shownError(error: unknown, token: string): Promise<unknown> {
  try {
    const { withoutToken } = await loadServiceCalls();
    return withoutToken(error, token);
  } catch (missing) {
    return missing;
  }
}
