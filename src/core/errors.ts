import type { ErrorCode } from "./error-code.ts";

export type { ErrorCode, OtherErrorCode } from "./error-code.ts";

/**
 * The kinds of failure of the client library, with the vendor's names and numbers
 * (Discord Social SDK, `ErrorType`).
 */
export const ErrorType = {
  /** No error. Never the type of a thrown {@link ClientError}. */
  None: 0,
  /** The service could not be reached, or did not answer in time. */
  NetworkError: 1,
  /** The service answered with a status other than success. */
  HTTPError: 2,
  /** The operation needs something that has not happened yet. */
  ClientNotReady: 3,
  /** The feature is switched off or not available on this machine. */
  Disabled: 4,
  /** The client was closed. */
  ClientDestroyed: 5,
  /** The input was refused before anything was started. */
  ValidationError: 6,
  /** The player or the game ended the operation. */
  Aborted: 7,
  /** The player or the service refused, or the session is over. */
  AuthorizationFailed: 8,
  /** The desktop client of the service answered with an error. */
  RPCError: 9,
} as const;
export type ErrorType = (typeof ErrorType)[keyof typeof ErrorType];

/** The fields of a new {@link ClientError}. None may hold a secret. */
export interface ClientErrorInit {
  /** Kind of failure, by the vendor's numbers: {@link ErrorType}. */
  readonly type: ErrorType;
  /** Stable word for programs: ours (`timeout`, `invalid_scope`), or the OAuth `error` of the service (RFC 6749 §5.2). */
  readonly code: ErrorCode;
  /** What happened, to what, and why. */
  readonly message: string;
  /** The developer's next step. */
  readonly hint?: string | undefined;
  /** The service's JSON error code, for example 50035. */
  readonly errorCode?: number | undefined;
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  /** Whether the same call may succeed later. Default false. */
  readonly retryable?: boolean | undefined;
  /** Seconds to wait before the same call can succeed. */
  readonly retryAfter?: number | undefined;
  /** The body of the answer after redaction. */
  readonly responseBody?: string | undefined;
}

// Two copies of the package in one process must still recognise each other's errors.
const brand = Symbol.for("slashpass.ClientError");

/** How a class of errors has its name: as other errors have it, and not among the fields that are printed. */
export const unlisted = { configurable: true, writable: true } as const;

/**
 * Every failure of the library. `message` and `hint` are for developers and logs, in English; `playerMessage` has a text for
 * players. Carries no secret in any field, and never another library's error as
 * `cause`: those show codes and tokens when inspected.
 */
export class ClientError extends Error {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "ClientError" });
  }
  /** The kind of failure; see {@link ErrorType}. */
  readonly type: ErrorType;
  /** Stable word for programs, for example `timeout` or `access_denied`. */
  readonly code: ErrorCode;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** The developer's next step. Players read `playerMessage` instead. */
  declare readonly hint?: string;
  /** The service's JSON error code, for example 50035. */
  declare readonly errorCode?: number;
  /** HTTP status of the answer. */
  declare readonly status?: number;
  /** Seconds to wait before the same call can succeed. */
  declare readonly retryAfter?: number;
  /** The body of the answer after redaction. */
  declare readonly responseBody?: string;

  /**
   * An error of your own, for a store or a hook that the library calls.
   *
   * @throws ClientError `invalid_argument` for an `init` without a type, code or message of the right type.
   */
  constructor(given: ClientErrorInit) {
    const init = readInit(given);
    super(escapeLines(init.message));
    this.type = init.type;
    this.code = escapeLines(init.code) as ErrorCode;
    this.retryable = init.retryable ?? false;
    const fields = {
      hint: init.hint === undefined ? undefined : escapeLines(init.hint),
      errorCode: init.errorCode,
      status: init.status,
      // Services say -1, and a date gives NaN: nobody can wait for that.
      retryAfter:
        Number.isFinite(init.retryAfter) && Number(init.retryAfter) >= 0 ? init.retryAfter : undefined,
      responseBody: init.responseBody === undefined ? undefined : escapeLines(init.responseBody),
    };
    for (const [key, value] of Object.entries(fields)) {
      // Absent fields stay absent, so that a printed error shows only known facts.
      if (value !== undefined) Object.defineProperty(this, key, { value, enumerable: true });
    }
    Object.defineProperty(this, brand, { value: true });
  }

  /** The fields of the error as plain data, without the stack. */
  toJSON(): Record<string, unknown> {
    return { ...Object.fromEntries(Object.entries(this)), name: this.name, message: this.message };
  }
}

// Characters that control a terminal, end a line, or change the direction of the text that follows.
const controls = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/**
 * A text from outside, fit for one line of an error: characters that a terminal acts on are shown as JavaScript writes
 * them, `\x1b` for escape. Every {@link ClientError} does so with its own texts, where it leaves line breaks alone.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(controls, (character) => {
    const digits = character.charCodeAt(0).toString(16);
    return digits.length <= 2 ? `\\x${digits.padStart(2, "0")}` : `\\u${digits}`;
  });
}

/** The beginning of a text: at most `most` UTF-16 units, and no half of a surrogate pair at its end. */
export function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

function escapeLines(text: string): string {
  return text.split("\n").map(escapeControls).join("\n");
}

/** Each field read once: a getter may throw, or say something else later. */
function readInit(init: unknown): ClientErrorInit {
  const given = copyOf(init);
  const isText = (key: keyof ClientErrorInit): boolean => typeof given[key] === "string";
  const wrong = isErrorType(given.type)
    ? (["code", "message", "hint", "responseBody"] as const).find(
        (key) => !isText(key) && (given[key] !== undefined || key === "code" || key === "message"),
      )
    : "type";
  if (wrong === undefined) return given as ClientErrorInit;
  throw validationError(
    "invalid_argument",
    `init.${wrong} is not what a ClientError can have.`,
    "Pass { type, code, message }: a member of ErrorType, and two strings.",
  );
}

export function isErrorType(type: unknown): type is ErrorType {
  return Object.values(ErrorType).includes(type as ErrorType);
}

function copyOf(init: unknown): Readonly<Partial<Record<keyof ClientErrorInit, unknown>>> {
  try {
    const { type, code, message, hint, errorCode, status, retryable, retryAfter, responseBody } = (init ??
      {}) as ClientErrorInit;
    return { type, code, message, hint, errorCode, status, retryable, retryAfter, responseBody };
  } catch {
    return {};
  }
}

/** Whether `value` is a {@link ClientError}, also one made by another copy of this package. */
export function isClientError(value: unknown): value is ClientError {
  try {
    return typeof value === "object" && value !== null && (value as { [brand]?: unknown })[brand] === true;
  } catch {
    // The value may be anything that the caller's code threw, even a proxy that refuses to be read.
    return false;
  }
}

/** The same error, whose message also contains the failure that led to the attempt. */
export function withEarlierFailure(error: ClientError, earlier: ClientError | undefined): ClientError {
  if (earlier === undefined) return error;
  const message = `${error.message} Before that: ${earlier.message}`;
  return new ClientError(Object.assign({}, error, { message }));
}

/** A refusal of bad input, before anything was started. */
export function validationError(code: ErrorCode, message: string, hint?: string): ClientError {
  return new ClientError({ type: ErrorType.ValidationError, code, message, hint });
}

/** The operation was ended by its caller. */
export function abortedError(operation: string): ClientError {
  return new ClientError({ type: ErrorType.Aborted, code: "aborted", message: `${operation} was aborted.` });
}
