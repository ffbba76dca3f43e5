import { type Fetch, type HttpAnswer, send, type SendOptions } from "../http/send.ts";
import { userAgent } from "../http/user-agent.ts";
import type { Access, Authorization, Authorizer } from "./authorizer.ts";
import { invalidResponse } from "./response.ts";
import { serviceError } from "./service-error.ts";

/** One call of an endpoint. */
export interface Call {
  /** What it does, for error messages: `Creating a global command`. */
  readonly operation: string;
  readonly method: SendOptions["method"];
  /** Below the base URL, with a slash at its start. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default `application`. */
  readonly access?: Access;
  readonly signal?: AbortSignal | undefined;
}

/** What {@link Transport} is made from. */
export interface TransportInit {
  readonly baseUrl: string;
  readonly authorizer: Authorizer;
  readonly timeoutMs: number;
  readonly fetch: Fetch | undefined;
}

/** Sends the calls of one client: credential, headers, errors. */
export class Transport {
  readonly #init: TransportInit;

  constructor(init: TransportInit) {
    this.#init = init;
  }

  /**
   * @returns the JSON of the answer; undefined when it has none (204).
   * @throws CommandsError when the service refuses; ClientError `invalid_response` when a success is not JSON.
   */
  async call(call: Call): Promise<unknown> {
    const { authorizer } = this.#init;
    const access = call.access ?? "application";
    let authorization = await authorizer.authorize(access, call.operation, call.signal);
    let answer = await this.#send(call, authorization);
    if (answer.status === 401 && authorizer.renew(authorization)) {
      authorization = await authorizer.authorize(access, call.operation, call.signal);
      answer = await this.#send(call, authorization);
    }
    if (answer.status < 200 || answer.status > 299) {
      const { operation, body } = call;
      throw serviceError(answer, { operation, body, mask: (text) => authorizer.mask(text) });
    }
    return answer.status === 204 ? undefined : parseAnswer(answer, call.operation);
  }

  async #send(call: Call, authorization: Authorization): Promise<HttpAnswer> {
    const { baseUrl, timeoutMs, fetch } = this.#init;
    const hasBody = call.body !== undefined;
    return send(baseUrl + call.path, {
      operation: call.operation,
      method: call.method,
      headers: {
        accept: "application/json",
        authorization: authorization.header,
        "user-agent": userAgent,
        ...(hasBody && { "content-type": "application/json" }),
        ...call.headers,
      },
      body: hasBody ? JSON.stringify(call.body) : undefined,
      timeoutMs,
      maxBodyBytes: 16 * 1024 * 1024,
      signal: call.signal,
      fetch,
    });
  }
}

function parseAnswer(answer: HttpAnswer, operation: string): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    throw invalidResponse(operation, "JSON");
  }
}
