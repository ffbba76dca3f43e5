/** A problem with one field, at a leaf of the error tree. */
export interface ServiceFieldError {
  /** A word such as `BASE_TYPE_REQUIRED`. */
  readonly code: string;
  readonly message: string;
}

/** What is wrong with a field of a body. */
export interface FieldProblem {
  /** Names and indexes that lead to it. */
  readonly path: readonly string[];
  readonly error: ServiceFieldError;
}

/** Field names and array indexes down to lists of problems under `_errors` (Discord documentation, Reference, "Error Messages"). */
export interface ServiceErrorTree {
  readonly _errors?: readonly ServiceFieldError[];
  readonly [key: string]: ServiceErrorTree | readonly ServiceFieldError[] | undefined;
}

/** The body of a refusal (Discord documentation, Reference, "Error Messages"). */
export interface ServiceError {
  readonly code: number;
  readonly message: string;
  readonly errors?: ServiceErrorTree;
}

/** The body of a 429 (Discord documentation, Rate Limits). */
export interface RateLimitedError {
  readonly message: string;
  /** Seconds, with a fraction. */
  readonly retry_after: number;
  readonly global: boolean;
  readonly code?: number;
}
