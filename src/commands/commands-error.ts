import { ClientError, type ClientErrorInit } from "../errors.ts";

/** One problem the service found in a request body. */
export interface FieldError {
  /** Where: `options[2].name`; in a bulk overwrite the command is named: `ping.options[2].name`. Empty for the whole body. */
  readonly path: string;
  /** The service's word, for example `BASE_TYPE_BAD_LENGTH`. */
  readonly code: string;
  readonly message: string;
  /** The name of the command. */
  readonly command?: string;
  /** The names of the option and those around it: `group sub user`. */
  readonly option?: string;
}

/** A refusal by the service, with everything it said (Discord documentation, Reference, "Error Messages"). */
export class CommandsError extends ClientError {
  static {
    Object.defineProperty(this.prototype, "name", {
      value: "CommandsError",
      configurable: true,
      writable: true,
    });
  }
  /** Every problem of the request body; empty when the service named none. */
  readonly fieldErrors: readonly FieldError[];

  constructor(init: ClientErrorInit & { readonly fieldErrors?: readonly FieldError[] }) {
    super(init);
    this.fieldErrors = init.fieldErrors ?? [];
  }
}
