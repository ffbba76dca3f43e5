import { hidden, inspectAs } from "../../core/inspect-as.ts";

/**
 * The same payload, for the game's own code: its token stays readable as `payload.token`, and is `[hidden]` where it is
 * printed, and not in what is copied or kept as JSON.
 */
export function hideToken<Payload extends { readonly token: string }>(payload: Payload): Payload {
  if (!Object.prototype.propertyIsEnumerable.call(payload, "token")) return payload;
  const { token } = payload;
  Object.defineProperty(payload, "token", { get: () => token, enumerable: false });
  inspectAs(payload, (shown) => ({ ...shown, token: hidden }));
  return payload;
}
