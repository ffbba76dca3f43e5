import { loadOnce } from "../../core/lazy.ts";
import { resolveApiBase, type ServiceOptions } from "../../core/request/addresses.ts";
import type * as calls from "./service-calls.ts";

/** Loaded on demand, because most interactions are answered in the HTTP response. */
export const loadServiceCalls: () => Promise<typeof calls> = loadOnce(() => import("./service-calls.ts"));

export function createServiceCalls({ fetch, ...addresses }: ServiceOptions): calls.SendServiceCall {
  const base = resolveApiBase(addresses);
  return async (call) => {
    const { sendServiceCall } = await loadServiceCalls();
    return sendServiceCall(call, base, fetch);
  };
}

/** Masks the interaction's token in an error thrown by a handler. */
export async function printableError(error: unknown, token: string): Promise<unknown> {
  try {
    const { withoutToken } = await loadServiceCalls();
    return withoutToken(error, token);
  } catch (missing) {
    return missing;
  }
}
