import { type ClientError, validationError } from "../errors.ts";

/** The endpoint requires a signed-in user's token. */
export interface UserAccess {
  readonly scope: string;
  /** Who must sign in, for example `a user who can manage the guild and its roles`. Default: `the player`. */
  readonly user?: string;
}

export function missingUserToken(operation: string, { scope, user = "the player" }: UserAccess): ClientError {
  return validationError(
    "missing_credential",
    `${operation} requires a user's token, but the credential has no userToken.`,
    `Sign in ${user} with the ${scope} scope, and pass userToken: (rejected) => session.accessToken({ rejected }). ` +
      "Bot tokens are not accepted here.",
  );
}
