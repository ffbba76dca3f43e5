import type { Table } from "../../core/check/fields.ts";
import { wrongArgument, asItIs, callable, optional } from "../../core/check/readers.ts";
import { createVerifier, isTimestamp } from "./verify.ts";
import { fromRequest, toResponse } from "./web.ts";
import { interactionLifetime } from "../../wire/limits.ts";
import {
  type IncomingRequest,
  type EndpointResponse,
  type Problem,
  type Report,
  createReport,
} from "./incoming.ts";
import { readForeignJson } from "../../core/request/response.ts";

export function jsonAnswer(value: unknown): EndpointResponse {
  return { status: 200, body: JSON.stringify(value) };
}

/** If `waitUntil` fails, the failure is reported and the work continues. */
export function keepAlive(context: RequestContext | null, work: Promise<unknown>, report: Report): void {
  try {
    context?.waitUntil?.(work);
  } catch (error) {
    const message = "The runtime's waitUntil failed. Work after the response may be interrupted.";
    report({ code: "endpoint_failed", message, error });
  }
}

export function parseOrReport<T>(
  parse: (value: unknown) => T,
  value: unknown,
  expected: string,
  report: Report,
): T | undefined {
  try {
    return parse(value);
  } catch (error) {
    report({ code: "malformed_payload", message: `A signed request is not ${expected}.`, error });
    return undefined;
  }
}

/** The second argument that fetch-style runtimes pass, compatible with `ExecutionContext` in edge runtimes. @stable */
export interface RequestContext {
  /** Keeps the process alive for work that continues after the response. */
  waitUntil?(work: Promise<unknown>): void;
}

/** The options that all signed endpoints share. @stable */
export interface EndpointOptions {
  /**
   * The application's public key: 64 hexadecimal digits (developer portal, "General Information"). Surrounding whitespace is
   * removed.
   */
  readonly publicKey: string;
  /**
   * The maximum difference, in seconds, between a signed timestamp and this server's clock. If it is exceeded, the response is
   * 401 and `clock_off` is reported at most once a minute. Default 300.
   */
  readonly maxAgeSeconds?: number | undefined;
  /** The maximum body size in bytes. Larger bodies get a 413 response. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Called for each problem. Default: prints a line to standard error. */
  readonly report?: Report | undefined;
}

/** `createVerifier` validates the key. */
export const endpointFields: Table<EndpointOptions> = {
  publicKey: asItIs(),
  maxAgeSeconds: optional(limit),
  maxBodyBytes: optional(limit),
  report: optional(callable()),
};

function limit(value: unknown, name: string): number {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
  throw wrongArgument(name, value, "a positive number", { code: "invalid_limit" });
}

/** A web-standard request handler. It is stateless, so any number of processes can run it. @stable */
export interface SignedEndpoint {
  (request: Request, context?: RequestContext): Promise<Response>;
  /** Handles a request without using `Request` or `Response`, for adapters such as `createNodeListener`. Never rejects. */
  receive(incoming: IncomingRequest, context?: RequestContext): Promise<EndpointResponse>;
  /** Passes a problem in an adapter to the endpoint's `report`. Never throws. */
  report(problem: Problem): void;
}

export interface Receipt {
  /** When the request arrived and the service's timeout started, as returned by `performance.now()`. */
  readonly arrived: number;
  readonly context: RequestContext | null;
  readonly report: Report;
}

type Respond = (payload: unknown, receipt: Receipt) => Promise<EndpointResponse>;

/**
 * Creates an endpoint that accepts only requests signed by the service.
 *
 * @throws ClientError `invalid_public_key` or `invalid_limit`.
 */
export function createEndpoint(options: EndpointOptions, respond: Respond): SignedEndpoint {
  const verify = createVerifier(options.publicKey);
  const maxAgeSeconds = options.maxAgeSeconds ?? 300;
  const limits = {
    maxBytes: options.maxBodyBytes ?? 1024 * 1024,
    timeoutMs: interactionLifetime.firstAnswerMs,
  };
  const report = createReport(options.report);
  const refuseClock = createClockRefusal(report);

  const answer = async (incoming: IncomingRequest, context: RequestContext): Promise<EndpointResponse> => {
    const arrived = performance.now();
    if (incoming.method !== "POST") return { status: 405 };
    const signature = incoming.header("x-signature-ed25519");
    const timestamp = incoming.header("x-signature-timestamp");
    if (signature?.length !== 128 || !timestamp || !isTimestamp(timestamp)) return { status: 401 };
    const aheadSeconds = Date.now() / 1000 - Number(timestamp);
    const body = await incoming.readBody(limits);
    if (typeof body === "number") return refuseBody(body, report);
    if (!(await verify(signature, timestamp, body))) return { status: 401 };
    if (Math.abs(aheadSeconds) > maxAgeSeconds) return refuseClock(Math.round(aheadSeconds), arrived);
    return respond(readForeignJson(decoder.decode(body)), { arrived, context, report });
  };
  const receive = async (
    incoming: IncomingRequest,
    context: RequestContext = {},
  ): Promise<EndpointResponse> => {
    try {
      return await answer(incoming, context);
    } catch (error) {
      report({ code: "endpoint_failed", message: "A request could not be answered.", error });
      return { status: 500 };
    }
  };
  const handle = async (request: Request, context?: RequestContext): Promise<Response> => {
    return toResponse(await receive(fromRequest(request), context));
  };
  return Object.assign(handle, { receive, report });
}

/** Rejects signed requests whose timestamp is wrong. Reports at most once a minute. */
function createClockRefusal(report: Report): (aheadSeconds: number, now: number) => EndpointResponse {
  const isTimeToReport = oncePerMinute();
  return (aheadSeconds, now) => {
    if (isTimeToReport(now))
      report({ code: "clock_off", message: describeClock(aheadSeconds), aheadSeconds });
    // `slashpass verify` reads this value, because a proxy may replace the `Date` header with its own time.
    return { status: 401, body: JSON.stringify({ code: "clock_off", aheadSeconds }) };
  };
}

/** The returned function returns true at most once a minute. `now` is in milliseconds. */
export function oncePerMinute(): (now: number) => boolean {
  let next = 0;
  return (now) => {
    if (now < next) return false;
    next = now + 60_000;
    return true;
  };
}

function describeClock(aheadSeconds: number): string {
  const difference = `${Math.abs(aheadSeconds)} seconds ${aheadSeconds > 0 ? "ahead of" : "behind"}`;
  return `A request with a valid signature was rejected with 401: this server's clock is ${difference} the request's timestamp. Synchronize the clock, unless this was a replay of an old request.`;
}

function refuseBody(status: number, report: Report): EndpointResponse {
  if (status === 500) {
    report({
      code: "body_already_read",
      message:
        "The body was read before the handler received it. Register the handler before all body parsers.",
    });
  }
  return { status };
}

const decoder = new TextDecoder();
