import { loadOnce } from "../../core/lazy.ts";
import { resolveApiBase, type ServiceOptions } from "../../core/request/addresses.ts";
import type * as calls from "./service-calls.ts";

/** Loaded on demand, because most interactions are answered in the HTTP response. */
export const loadServiceCalls: () => Promise<typeof calls> = loadOnce(() => import("./service-calls.ts"));

/** @throws ClientError as thrown by {@link resolveApiBase}. */
export function createServiceCalls({ fetch, ...addresses }: ServiceOptions): calls.SendServiceCall {
  const base = resolveApiBase(addresses);
  return async (call) => {
    const { sendServiceCall } = await loadServiceCalls();
    return sendServiceCall(call, base, fetch);
  };
}

/** Removes the interaction's token from a handler's error. */
export async function printableError(error: unknown, token: string): Promise<unknown> {
  try {
    const { withoutToken } = await loadServiceCalls();
    return withoutToken(error, token);
  } catch (missing) {
    return missing;
  }
}
