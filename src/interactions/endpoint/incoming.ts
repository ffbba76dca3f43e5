import { isClientError } from "../../core/errors.ts";

/** The status an unreadable body is answered with: 400 cut off, 408 slow, 413 too large, 500 read by somebody else. */
export type BodyFailure = 400 | 408 | 413 | 500;

/** How much of a body is waited for. */
export interface BodyLimits {
  /** The most bytes of a body; more is answered 413. */
  readonly maxBytes: number;
  /** Milliseconds until a body has to be there; then 408. */
  readonly timeoutMs: number;
}

/** A request without the objects of one runtime. */
export interface IncomingRequest {
  /** HTTP method: `POST`. */
  readonly method: string;
  /**
   * A header; nothing where the request has none of that name.
   *
   * @param name - in lower case.
   */
  header(name: string): string | null | undefined;
  /** The raw body. Never throws. */
  readBody(limits: BodyLimits): Promise<Uint8Array | BodyFailure>;
}

/** The answer to a request; a body is always JSON. */
export interface EndpointAnswer {
  /** HTTP status. */
  readonly status: number;
  /** JSON. Absent: an empty answer. */
  readonly body?: string;
  /** More headers than those that follow from the others. */
  readonly headers?: Readonly<Record<string, string>>;
}

const jsonHeaders = { "content-type": "application/json" } as const;

// RFC 9110, section 15.5.6: a 405 names the allowed methods.
const allowHeaders = { allow: "POST" } as const;

/** Copies the headers of a response, because @hono/node-server modifies the object that it receives. */
export function headersOf({ status, body, headers }: EndpointAnswer): Record<string, string> {
  if (body !== undefined) return { ...jsonHeaders, ...headers };
  return status === 405 ? { ...allowHeaders, ...headers } : { ...headers };
}

/** The result of `within` when the work was too slow. */
export const tooSlow: unique symbol = Symbol("too slow");

/** The result of `work`, or `tooSlow` after `ms`; the work goes on. */
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
  /** A verified request holds something that is not an interaction or event. */
  | "malformed_payload"
  /** The registered command differs from the definition: register it again. */
  | "command_mismatch"
  /** No command, component, modal or event is defined for the request. */
  | "nothing_defined"
  /** A handler threw. */
  | "handler_failed"
  /** A handler returned nothing although the player waits. */
  | "handler_gave_no_answer"
  /** A handler returned what can no longer be sent. */
  | "handler_too_late"
  /** An answer has something deprecated in it, which still works. Each is told once by a handler; the message names the successor. */
  | "deprecated_input"
  /** An answer or deferral did not reach the service. */
  | "delivery_failed"
  /** The body was consumed before the handler saw it. */
  | "body_already_read"
  /** Somebody else answered the request, so the handler's answer was dropped. */
  | "response_already_sent"
  /** A request with a valid signature was refused, because its timestamp and this server's clock differ by more than `maxAgeSeconds`. */
  | "clock_off"
  /** A request could not be checked at all. */
  | "endpoint_failed";

/** A failure that the player or the service was answered politely for, and that a developer should see. */
export interface Problem {
  /** Stable word for the kind of failure. */
  readonly code: ProblemCode;
  /** The description, without secrets. */
  readonly message: string;
  /** The id of the interaction or event. */
  readonly id?: string | undefined;
  /** Of `clock_off`: seconds that this server's clock is ahead of the request's timestamp; negative if it is behind. */
  readonly aheadSeconds?: number | undefined;
  /** The thrown error. If the interaction's token stands in it: an error with the same texts, masked. */
  readonly error?: unknown;
}

/** Told every {@link Problem}. It is not waited for; a problem whose report fails goes to standard error. */
export type Report = (problem: Problem) => unknown;

/** A report that never throws or rejects; without one, problems go to standard error. */
export function createReport(report: Report = printProblem): (problem: Problem) => void {
  return (problem) => void tell(report, problem);
}

/** A broken report must not cost the player the answer, nor the developer the problem. */
async function tell(report: Report, problem: Problem): Promise<void> {
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
    // Printing an error runs its own code, which may fail too.
  }
}

/** The code for an error of a handler, or of reading the payload for it. */
export function failureCode(error: unknown): ProblemCode {
  const code: string | undefined = isClientError(error) ? error.code : undefined;
  return code === "malformed_payload" || code === "command_mismatch" ? code : "handler_failed";
}
