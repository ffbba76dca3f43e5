import { type ClientError, validationError } from "../errors.ts";

/** A token of a signed-in user is needed. */
export interface UserAccess {
  /** The scope that the token needs. */
  readonly scope: string;
  /** The user who has to sign in, for example `a user who manages the guild and its roles`. Default `the player`. */
  readonly user?: string;
}

/** The refusal of a call that only a user may make, where the credential has no user. */
export function missingUserToken(operation: string, { scope, user = "the player" }: UserAccess): ClientError {
  return validationError(
    "missing_credential",
    `${operation} needs a user's token, and the credential has no userToken.`,
    `Sign in ${user}, with the scope ${scope}, and pass userToken: (rejected) => session.accessToken({ rejected }). ` +
      "A bot token is never accepted here.",
  );
}
