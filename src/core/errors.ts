import type { ErrorCode } from "./error-code.ts";

export type { ErrorCode, OtherErrorCode } from "./error-code.ts";

/** The error categories, with Discord's names and numbers (Discord Social SDK, `ErrorType`). @stable */
export const ErrorType = {
  /** No error. A thrown {@link ClientError} never has this type. */
  None: 0,
  /** The service could not be reached or did not respond in time. */
  NetworkError: 1,
  /** The service responded with an error status. */
  HTTPError: 2,
  /** The operation cannot start yet, because a precondition is not met. */
  ClientNotReady: 3,
  /** The feature is disabled or unavailable on this machine. */
  Disabled: 4,
  /** The client was closed. */
  ClientDestroyed: 5,
  /** The input was rejected before the operation started. */
  ValidationError: 6,
  /** The player or the game canceled the operation. */
  Aborted: 7,
  /** The player or the service denied the request, or the session has ended. */
  AuthorizationFailed: 8,
  /** The Discord desktop client responded with an error. */
  RPCError: 9,
} as const;
export type ErrorType = (typeof ErrorType)[keyof typeof ErrorType];

/** The fields of a new {@link ClientError}. They must not contain secrets. @stable */
export interface ClientErrorInit {
  readonly type: ErrorType;
  /** A stable identifier: a library code (`timeout`, `invalid_scope`) or the service's OAuth `error` (RFC 6749 §5.2). */
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly errorCode?: number | undefined;
  readonly status?: number | undefined;
  /** Whether the same call may succeed later. Default: false. */
  readonly retryable?: boolean | undefined;
  readonly retryAfter?: number | undefined;
  /** The redacted response body. */
  readonly responseBody?: string | undefined;
}

// Lets several copies of the package in one process recognize each other's errors.
const brand = Symbol.for("slashpass.ClientError");

/** Not enumerable, like the `name` of built-in errors, so that it is not printed as a field. */
export const unlisted = { configurable: true, writable: true } as const;

/**
 * The error thrown by every failed operation. `message` and `hint` are in English, for developers and logs; `playerMessage`
 * returns a message for players. Contains no secrets. `cause` is never another library's error, because printing one could reveal
 * codes and tokens.
 *
 * @stable
 */
export class ClientError extends Error {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "ClientError" });
  }
  /** The error category; see {@link ErrorType}. */
  readonly type: ErrorType;
  /** A stable identifier, for example `timeout` or `access_denied`. */
  readonly code: ErrorCode;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** The suggested next step for the developer. For players, use `playerMessage`. */
  declare readonly hint?: string;
  /** The service's JSON error code, for example 50035. */
  declare readonly errorCode?: number;
  /** The HTTP status of the response. */
  declare readonly status?: number;
  /** How many seconds to wait before retrying. */
  declare readonly retryAfter?: number;
  /** The redacted response body. */
  declare readonly responseBody?: string;

  /**
   * Creates an error to throw from your own store or hook.
   *
   * @throws ClientError `invalid_argument` if `type`, `code` or `message` is missing or any field has the wrong type.
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
      // Some services send -1, and invalid dates result in NaN.
      retryAfter:
        Number.isFinite(init.retryAfter) && Number(init.retryAfter) >= 0 ? init.retryAfter : undefined,
      responseBody: init.responseBody === undefined ? undefined : escapeLines(init.responseBody),
    };
    for (const [key, value] of Object.entries(fields)) {
      // Left out, because undefined fields would be printed.
      if (value !== undefined) Object.defineProperty(this, key, { value, enumerable: true });
    }
    Object.defineProperty(this, brand, { value: true });
  }

  /** Returns the fields, including `name` and `message`, as plain data. Omits the stack. */
  toJSON(): Record<string, unknown> {
    return { ...Object.fromEntries(Object.entries(this)), name: this.name, message: this.message };
  }
}

// Control characters, line separators and bidirectional controls.
const controls = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** Escapes control characters, for example as `\x1b`. Every {@link ClientError} escapes its own strings but keeps line breaks. */
export function escapeControls(text: string): string {
  return text.replaceAll(controls, (character) => {
    const digits = character.charCodeAt(0).toString(16);
    return digits.length <= 2 ? `\\x${digits.padStart(2, "0")}` : `\\u${digits}`;
  });
}

/** Truncates a string to `most` UTF-16 code units, or one fewer if that would split a surrogate pair. */
export function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

function escapeLines(text: string): string {
  return text.split("\n").map(escapeControls).join("\n");
}

/** Reads each field only once, because a getter may throw or return a different value on each call. */
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
    `init.${wrong} is not valid for a ClientError.`,
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

/** Whether `value` is a {@link ClientError}, even one from another copy of this package. @stable */
export function isClientError(value: unknown): value is ClientError {
  try {
    return typeof value === "object" && value !== null && (value as { [brand]?: unknown })[brand] === true;
  } catch {
    // `value` can be anything, even a proxy that throws.
    return false;
  }
}

export function withEarlierFailure(error: ClientError, earlier: ClientError | undefined): ClientError {
  if (earlier === undefined) return error;
  const message = `${error.message} Before that: ${earlier.message}`;
  return new ClientError(Object.assign({}, error, { message }));
}

export function validationError(code: ErrorCode, message: string, hint?: string): ClientError {
  return new ClientError({ type: ErrorType.ValidationError, code, message, hint });
}

export function abortedError(operation: string): ClientError {
  return new ClientError({ type: ErrorType.Aborted, code: "aborted", message: `${operation} was aborted.` });
}
