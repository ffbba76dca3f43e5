import { JsonErrorCode } from "../wire/error.ts";

/** The service does not return why a refresh token is invalid (Discord Social SDK, account linking). */
export const relinkHint: string =
  "Forget the tokens and authorize again. Only a game with provisional accounts calls GetProvisionalToken before: success " +
  `means that the link is gone, and the player goes on as a guest; error ${JsonErrorCode.AccountLinked} means that it still exists.`;
