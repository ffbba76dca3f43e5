import { ClientError, unlisted, type ClientErrorInit } from "../errors.ts";
import type { FieldPlace } from "./path.ts";

/** One problem in a request body. */
export interface FieldError extends FieldPlace {
  /** The service's word, for example `BASE_TYPE_BAD_LENGTH`; or the id of a rule, when nothing was sent. */
  readonly code: string;
  readonly message: string;
}

/** A refusal by the service, with everything it said (Discord documentation, Reference, "Error Messages"). */
export class ApiError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "ApiError" });
  }
  /** Every problem of the request body; empty when the service named none. */
  readonly fieldErrors: readonly FieldError[];

  constructor(init: ClientErrorInit & { readonly fieldErrors?: readonly FieldError[] }) {
    super(init);
    this.fieldErrors = init.fieldErrors ?? [];
  }
}
