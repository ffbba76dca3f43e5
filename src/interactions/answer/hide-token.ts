import { inspectAs } from "../../inspect-as.ts";

/**
 * The same payload, for the game's own code: its token stays readable as `payload.token`, and is not in what is printed,
 * copied or kept as JSON.
 */
export function hideToken<Payload extends { readonly token: string }>(payload: Payload): Payload {
  if (!Object.prototype.propertyIsEnumerable.call(payload, "token")) return payload;
  const { token } = payload;
  Object.defineProperty(payload, "token", { get: () => token, enumerable: false });
  inspectAs(payload, (hidden) => ({ ...hidden }));
  return payload;
}
