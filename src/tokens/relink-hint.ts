import { JsonErrorCode } from "../wire/error.ts";

/** The service never says why a refresh token is dead (Discord Social SDK, account linking). */
export const relinkHint: string =
  "Forget the tokens. Where the game has provisional accounts, call GetProvisionalToken: success means that the link is " +
  `gone, error ${JsonErrorCode.AccountLinked} that it still exists. Otherwise, and for ${JsonErrorCode.AccountLinked}, authorize again.`;
