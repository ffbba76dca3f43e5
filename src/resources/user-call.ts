import type { Call } from "../core/request/transport.ts";
import { JsonErrorCode } from "../wire/json-error-code.ts";

/** What every call has that is made with a user's token: the scope that it needs, and what to do when it is missing. */
export function userCall(scope: string): Required<Pick<Call, "access" | "hints">> {
  return {
    access: { scope },
    hints: {
      [JsonErrorCode.MissingAccess]: `The token needs the scope ${scope}: sign in again with it.`,
    },
  };
}
