import type { RequestContext } from "./endpoint.ts";
import type { Report } from "./problem.ts";

/** Hands work that outlives the response to the runtime. One that refuses it is reported; the work goes on. */
export function keepAlive(context: RequestContext | null, work: Promise<unknown>, report: Report): void {
  try {
    context?.waitUntil?.(work);
  } catch (error) {
    const message = "The runtime's waitUntil failed. Work after the response may be cut off.";
    report({ code: "endpoint_failed", message, error });
  }
}
