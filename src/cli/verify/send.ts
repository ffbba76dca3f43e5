import { parseObject } from "../../core/request/response.ts";
import { unreachable } from "../frame/failure.ts";

export interface EndpointReply {
  readonly status: number;
  readonly body: string;
  /**
   * Seconds that the endpoint's clock is ahead of the signed timestamp (from a `clock_off` error of this package's handler) or of
   * this machine's clock (from the `date` header, possibly a proxy's); undefined if unknown.
   */
  readonly aheadSeconds: number | undefined;
  readonly durationMs: number;
}

/** The service's timeout (Discord documentation, Interactions). */
export const patienceMs = 3000;

/**
 * Does not follow redirects. Returns `undefined` after a timeout.
 *
 * @throws Failure `endpoint_unreachable` or `tls_failed`.
 */
export async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<EndpointReply | undefined> {
  const start = performance.now();
  const late = AbortSignal.timeout(patienceMs);
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, late]),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text,
      aheadSeconds: clockOffIn(text) ?? aheadOf(answer.headers.get("date")),
      durationMs: Math.round(performance.now() - start),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return undefined;
    throw unreachable(url, error, (reason) => `${url} cannot be reached (${reason}).`, {
      code: "endpoint_unreachable",
      hint: "Start the server of the endpoint, and check the address, its port and path.",
    });
  }
}

function clockOffIn(body: string): number | undefined {
  const { code, aheadSeconds } = parseObject(body);
  return code === "clock_off" && Number.isInteger(aheadSeconds) ? Number(aheadSeconds) : undefined;
}

function aheadOf(date: string | null): number | undefined {
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? undefined : Math.round((time - Date.now()) / 1000);
}
