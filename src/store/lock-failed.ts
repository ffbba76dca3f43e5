import { ClientError, ErrorType, isClientError } from "../core/errors.ts";

/** The error for a lock that the system refuses; a more specific error stays as it is. */
export function lockFailed(folder: string, error: unknown): ClientError {
  if (isClientError(error)) return error;
  return new ClientError({
    type: ErrorType.Disabled,
    code: "lock_failed",
    message: `The lock that keeps processes from refreshing the same token could not be made in ${folder} (${codeOf(error)}).`,
    hint: "This folder must belong to the user of the game and be closed to others (chmod 700), on a disk that has room.",
  });
}

/** The system's word for what went wrong. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown";
}
