import { invalidResponse } from "../api/response.ts";
import { serviceError } from "../api/service-error.ts";
import { parseBaseUrl } from "../http/base-url.ts";
import { maskSecret } from "../http/mask-secret.ts";
import { type Fetch, send, type SendOptions } from "../http/send.ts";
import { userAgent } from "../http/user-agent.ts";

/** Where answers and follow-ups are sent. */
export interface ServiceOptions {
  /** The service's API, with the version. Default `https://discord.com/api/v10`. */
  readonly apiBase?: string | undefined;
  /** Sends the requests, in place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** One call of an endpoint that the interaction's token opens. */
export interface ServiceCall {
  /** What it does, for error messages. */
  readonly operation: string;
  readonly method: SendOptions["method"];
  /** Below the base URL, with a slash at its start. */
  readonly path: string;
  /** The interaction's token, which stands in the path: hidden in errors. */
  readonly token: string;
  readonly timeoutMs: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a call.
 *
 * @returns the JSON of the answer; undefined when it has none.
 * @throws CommandsError when the service refuses; ClientError `invalid_response` when a success is not JSON, and those of
 * {@link send}.
 */
export type Service = (call: ServiceCall) => Promise<unknown>;

/** The API of the service itself. */
export const defaultApiBase = "https://discord.com/api/v10";

/** @throws ClientError `invalid_base_url`. */
export function createService({ apiBase, fetch }: ServiceOptions): Service {
  const base = parseBaseUrl(apiBase ?? defaultApiBase, "apiBase");
  return async ({ operation, method, path, token, timeoutMs, body, signal }) => {
    const hasBody = body !== undefined;
    const answer = await send(base + path, {
      operation,
      method,
      headers: { "user-agent": userAgent, ...(hasBody && { "content-type": "application/json" }) },
      body: hasBody ? JSON.stringify(body) : undefined,
      timeoutMs,
      signal,
      fetch,
    });
    if (answer.status < 200 || answer.status > 299) {
      throw serviceError(answer, { operation, body, mask: (text) => maskSecret(text, token) });
    }
    return answer.text === "" ? undefined : parseJson(answer.text, operation);
  };
}

function parseJson(text: string, operation: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidResponse(operation, "JSON");
  }
}
