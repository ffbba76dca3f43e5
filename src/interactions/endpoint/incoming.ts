import { isClientError } from "../../core/errors.ts";

/**
 * The response status if the body cannot be read: 400 if it is incomplete, 408 if it is too slow, 413 if it is too large, 500 if
 * it was already read.
 *
 * @stable
 */
export type BodyFailure = 400 | 408 | 413 | 500;

/** The limits for reading a body. @stable */
export interface BodyLimits {
  /** The maximum number of bytes. Larger bodies get a 413 response. */
  readonly maxBytes: number;
  /** The timeout for reading the entire body, in milliseconds. After that, the response is 408. */
  readonly timeoutMs: number;
}

/** A request, independent of the runtime. @stable */
export interface IncomingRequest {
  /** The HTTP method: `POST`. */
  readonly method: string;
  /**
   * Returns a header's value, or `null` or `undefined` if the header is missing.
   *
   * @param name - The header's name in lower case.
   */
  header(name: string): string | null | undefined;
  /** Reads the raw body. Never throws. */
  readBody(limits: BodyLimits): Promise<Uint8Array | BodyFailure>;
}

/** The response to a request. If it has a body, the body is JSON. @stable */
export interface EndpointResponse {
  readonly status: number;
  /** The JSON body. Absent if the response is empty. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const jsonHeaders = { "content-type": "application/json" } as const;

// RFC 9110, section 15.5.6: a 405 response lists the allowed methods.
const allowHeaders = { allow: "POST" } as const;

/** Copies a response's headers, because @hono/node-server modifies the object that it receives. */
export function headersOf({ status, body, headers }: EndpointResponse): Record<string, string> {
  if (body !== undefined) return { ...jsonHeaders, ...headers };
  return status === 405 ? { ...allowHeaders, ...headers } : { ...headers };
}

/** Returned by `within` after a timeout. */
export const tooSlow: unique symbol = Symbol("too slow");

/** Returns the result of `work`, or `tooSlow` if it takes longer than `ms` milliseconds. The work is not canceled. */
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

/** The possible codes for a {@link Problem}. @stable */
export type ProblemCode =
  /** A verified request does not contain an interaction or event. */
  | "malformed_payload"
  /** The registered command differs from its definition. Register it again. */
  | "command_mismatch"
  /** No definition exists for the command, component, modal or event. */
  | "nothing_defined"
  /** A handler threw an error. */
  | "handler_failed"
  /** A handler returned nothing without having answered the interaction. */
  | "handler_gave_no_answer"
  /** A handler returned an answer that can no longer be sent. */
  | "handler_too_late"
  /** An answer uses a deprecated feature. Each feature is reported once per handler; the message names the replacement. */
  | "deprecated_input"
  /** An answer or deferral did not reach the service. */
  | "delivery_failed"
  /** The body was consumed before the endpoint read it. */
  | "body_already_read"
  /** Other code already answered the request, so the handler's answer was discarded. */
  | "response_already_sent"
  /**
   * A request had a valid signature but was rejected, because its timestamp and this server's clock differ by more than
   * `maxAgeSeconds`.
   */
  | "clock_off"
  /** An interaction was received again and rejected with 409. Reported at most once a minute. */
  | "interaction_repeated"
  /** The `seen` option failed, so an interaction was not handled. */
  | "seen_failed"
  /** A request could not be verified, because verification itself failed. */
  | "endpoint_failed";

/** A handled failure that developers should know about. @stable */
export interface Problem {
  readonly code: ProblemCode;
  /** A description, without secrets. */
  readonly message: string;
  readonly id?: string | undefined;
  /**
   * For `clock_off`: the number of seconds by which this server's clock is ahead of the request's timestamp. Negative if it is
   * behind.
   */
  readonly aheadSeconds?: number | undefined;
  /** The thrown error. If it contains the interaction's token, this is a copy with masked strings. */
  readonly error?: unknown;
}

/** Called for every {@link Problem} and not awaited. If it fails, the problem is printed to standard error. @stable */
export type Report = (problem: Problem) => unknown;

/** Wraps a report function. The result never throws or rejects. The default prints to standard error. */
export function createReport(report: Report = printProblem): (problem: Problem) => void {
  return (problem) => void reportSafely(report, problem);
}

/** If `report` fails, the answer is unaffected and the problem is not lost. */
async function reportSafely(report: Report, problem: Problem): Promise<void> {
  try {
    await report(problem);
  } catch {
    printProblem(problem);
  }
}

function printProblem({ code, message, error }: Problem): void {
  try {
    // oxlint-disable-next-line no-console -- without a callback, a failure must still be visible
    console.error(`slashpass: ${message} (${code})`, ...(error === undefined ? [] : [error]));
  } catch {
    // Printing an error may run the error's own code, which can throw.
  }
}

/** Returns the problem code for an error thrown by a handler or while parsing its payload. */
export function failureCode(error: unknown): ProblemCode {
  const code: string | undefined = isClientError(error) ? error.code : undefined;
  return code === "malformed_payload" || code === "command_mismatch" ? code : "handler_failed";
}
