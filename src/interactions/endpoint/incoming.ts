import { isClientError } from "../../core/errors.ts";

/** The response status for an unreadable body: 400 incomplete, 408 slow, 413 too large, 500 already read. */
export type BodyFailure = 400 | 408 | 413 | 500;

/** The limits for reading a body. */
export interface BodyLimits {
  /** The maximum number of bytes; larger bodies are answered with 413. */
  readonly maxBytes: number;
  /** Timeout in milliseconds for the complete body; then 408. */
  readonly timeoutMs: number;
}

/** A request, independent of the runtime. */
export interface IncomingRequest {
  /** The HTTP method: `POST`. */
  readonly method: string;
  /**
   * Returns a header, or `null` or `undefined` if it is missing.
   *
   * @param name - In lower case.
   */
  header(name: string): string | null | undefined;
  /** Reads the raw body. Never throws. */
  readBody(limits: BodyLimits): Promise<Uint8Array | BodyFailure>;
}

/** The response to a request. A body is always JSON. */
export interface EndpointAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** JSON. Absent for an empty response. */
  readonly body?: string;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

const jsonHeaders = { "content-type": "application/json" } as const;

// RFC 9110, section 15.5.6: a 405 response lists the allowed methods.
const allowHeaders = { allow: "POST" } as const;

/** Copies the headers of a response, because @hono/node-server modifies the object that it receives. */
export function headersOf({ status, body, headers }: EndpointAnswer): Record<string, string> {
  if (body !== undefined) return { ...jsonHeaders, ...headers };
  return status === 405 ? { ...allowHeaders, ...headers } : { ...headers };
}

/** The result of `within` after a timeout. */
export const tooSlow: unique symbol = Symbol("too slow");

/** Returns the result of `work`, or `tooSlow` after `ms`. The work continues. */
export async function within<T>(ms: number, work: T | Promise<T>): Promise<T | typeof tooSlow> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<typeof tooSlow>((resolve) => {
    timer = setTimeout(() => resolve(tooSlow), ms);
  });
  try {
    return await Promise.race([slow, work]);
  } finally {
    clearTimeout(timer);
  }
}

/** The codes of a {@link Problem}. */
export type ProblemCode =
  /** A verified request does not contain an interaction or event. */
  | "malformed_payload"
  /** The registered command differs from the definition: register it again. */
  | "command_mismatch"
  /** No command, component, modal or event is defined for the request. */
  | "nothing_defined"
  /** A handler threw. */
  | "handler_failed"
  /** A handler returned nothing although the interaction has no answer. */
  | "handler_gave_no_answer"
  /** A handler returned an answer that can no longer be sent. */
  | "handler_too_late"
  /** An answer uses a deprecated feature. Each is reported once per handler; the message names the replacement. */
  | "deprecated_input"
  /** An answer or deferral did not reach the service. */
  | "delivery_failed"
  /** The body was consumed before the endpoint read it. */
  | "body_already_read"
  /** Other code already answered the request, so the handler's answer was discarded. */
  | "response_already_sent"
  /**
   * A request with a valid signature was rejected, because its timestamp and this server's clock differ by more than
   * `maxAgeSeconds`.
   */
  | "clock_off"
  /** A request could not be verified at all. */
  | "endpoint_failed";

/** A failure that was handled for the player or the service but that a developer should see. */
export interface Problem {
  /** A stable identifier of the kind of failure. */
  readonly code: ProblemCode;
  /** The description, without secrets. */
  readonly message: string;
  /** The id of the interaction or event. */
  readonly id?: string | undefined;
  /** For `clock_off`: seconds by which this server's clock is ahead of the request's timestamp; negative if it is behind. */
  readonly aheadSeconds?: number | undefined;
  /** The thrown error. If it contains the interaction's token, a copy with masked strings. */
  readonly error?: unknown;
}

/** Called with every {@link Problem} and not awaited. If it fails, the problem is printed to standard error. */
export type Report = (problem: Problem) => unknown;

/** Creates a report that never throws or rejects. The default prints to standard error. */
export function createReport(report: Report = printProblem): (problem: Problem) => void {
  return (problem) => void reportSafely(report, problem);
}

/** A failing report must not affect the answer or lose the problem. */
async function reportSafely(report: Report, problem: Problem): Promise<void> {
  try {
    await report(problem);
  } catch {
    printProblem(problem);
  }
}

function printProblem({ code, message, error }: Problem): void {
  try {
    // oxlint-disable-next-line no-console -- a failure nobody asked to be told of must still be seen
    console.error(`slashpass: ${message} (${code})`, ...(error === undefined ? [] : [error]));
  } catch {
    // Printing an error can run its own code, which may throw.
  }
}

/** The code for an error of a handler or of parsing its payload. */
export function failureCode(error: unknown): ProblemCode {
  const code: string | undefined = isClientError(error) ? error.code : undefined;
  return code === "malformed_payload" || code === "command_mismatch" ? code : "handler_failed";
}
