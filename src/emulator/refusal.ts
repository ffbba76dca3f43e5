import type { ServiceError } from "../wire/error.ts";

/** A refusal in the service's form: HTTP status, JSON error code, and a tree of field errors where there is one. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ServiceError;

  constructor(status: number, code: number, message: string, errors?: ServiceError["errors"]) {
    super(message);
    this.status = status;
    this.body = { code, message, ...(errors && { errors }) };
  }
}

/** The token is missing, unknown or over. */
export const unauthorized = (): Refusal => new Refusal(401, 0, "401: Unauthorized");
/** The token is alive but not for this. */
export const missingAccess = (): Refusal => new Refusal(403, 50001, "Missing Access");
export const notFound = (): Refusal => new Refusal(404, 0, "404: Not Found");
export const unknownCommand = (): Refusal => new Refusal(404, 10063, "Unknown application command");

/** A body whose `field` is wrong. */
export function invalidField(field: string, code: string, message: string): Refusal {
  return new Refusal(400, 50035, "Invalid Form Body", { [field]: { _errors: [{ code, message }] } });
}
