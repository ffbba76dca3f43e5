import type { Table } from "../../core/check/fields.ts";
import { wrongArgument, asItIs, callable, optional } from "../../core/check/readers.ts";
import { createVerifier, isTimestamp } from "./verify.ts";
import { fromRequest, toResponse } from "./web.ts";
import { interactionLifetime } from "../../wire/limits.ts";
import {
  type IncomingRequest,
  type EndpointAnswer,
  type Problem,
  type Report,
  createReport,
} from "./incoming.ts";
import { readForeignJson } from "../../core/request/response.ts";

export function jsonAnswer(value: unknown): EndpointAnswer {
  return { status: 200, body: JSON.stringify(value) };
}

/** A failure of `waitUntil` is reported and does not stop the work. */
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

/** The second argument of fetch-style runtimes, compatible with `ExecutionContext` of edge runtimes. */
export interface RequestContext {
  /** Keeps the process alive for work after the response. */
  waitUntil?(work: Promise<unknown>): void;
}

/** The options of all signed endpoints. */
export interface EndpointOptions {
  /**
   * The application's public key, 64 hexadecimal digits (developer portal, "General Information"). Surrounding whitespace is
   * removed.
   */
  readonly publicKey: string;
  /**
   * The maximum difference in seconds between a signed timestamp and this server's clock. Requests beyond it are answered with
   * 401 and reported as `clock_off`, at most once a minute. Default 300.
   */
  readonly maxAgeSeconds?: number | undefined;
  /** The maximum size of the body in bytes; larger ones are answered with 413. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Called with each problem. Default: prints a line to standard error. */
  readonly report?: Report | undefined;
}

/** The options of every endpoint. `createVerifier` validates the key. */
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

/** A web-standard request handler. It is stateless, so any number of processes can run it. */
export interface SignedEndpoint {
  (request: Request, context?: RequestContext): Promise<Response>;
  /** Handles a request without `Request` and `Response`, for adapters such as `createNodeListener`. Never rejects. */
  receive(incoming: IncomingRequest, context?: RequestContext): Promise<EndpointAnswer>;
  /** Passes an adapter's problem to the endpoint's `report`. Never throws. */
  report(problem: Problem): void;
}

export interface Receipt {
  /** The arrival time by `performance.now()`, when the service's timeout started. */
  readonly arrived: number;
  readonly context: RequestContext | null;
  readonly report: Report;
}

type Respond = (payload: unknown, receipt: Receipt) => Promise<EndpointAnswer>;

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

  const answer = async (incoming: IncomingRequest, context: RequestContext): Promise<EndpointAnswer> => {
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
  ): Promise<EndpointAnswer> => {
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

/** Rejects signed requests with a wrong timestamp. Reports at most once a minute; `now` is in milliseconds. */
function createClockRefusal(report: Report): (aheadSeconds: number, now: number) => EndpointAnswer {
  let nextReport = 0;
  return (aheadSeconds, now) => {
    if (now >= nextReport) {
      nextReport = now + 60_000;
      report({ code: "clock_off", message: describeClock(aheadSeconds), aheadSeconds });
    }
    // For `slashpass verify`, because a proxy may replace the `Date` header with its own time.
    return { status: 401, body: JSON.stringify({ code: "clock_off", aheadSeconds }) };
  };
}

function describeClock(aheadSeconds: number): string {
  const difference = `${Math.abs(aheadSeconds)} seconds ${aheadSeconds > 0 ? "ahead of" : "behind"}`;
  return `A request with a valid signature was rejected with 401: this server's clock is ${difference} its timestamp. Synchronize the clock, unless this was a replay of an old request.`;
}

function refuseBody(status: number, report: Report): EndpointAnswer {
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
