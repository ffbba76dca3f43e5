import { apiPath } from "../core/request/api-path.ts";
import { invalidResponse } from "../core/request/response.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { JsonErrorCode } from "../wire/json-error-code.ts";
import type { WireUser } from "../wire/user.ts";
import { getAsBearer } from "./bearer-request.ts";
import type { TokenContext } from "./token-context.ts";

/** The player a token belongs to. */
export interface CurrentUser {
  readonly id: Snowflake;
  /** The name to show: the display name, or the user name where none is set. */
  readonly name: string;
}

const addIdentify = "Sign in again with identify among the scopes.";
const hints = { [JsonErrorCode.MissingAccess]: addIdentify, [JsonErrorCode.MissingScope]: addIdentify };

/** Asks the service whom a token belongs to. Needs the scope `identify`, which the default scope sets include. */
export async function fetchCurrentUser(
  context: TokenContext,
  token: string,
  signal?: AbortSignal,
): Promise<CurrentUser> {
  const operation = "Fetching the current user";
  const user = await getAsBearer(context, operation, apiPath`/users/@me`, token, signal, hints);
  if (!isUser(user)) throw invalidResponse(operation, "a user");
  return { id: user.id, name: user.global_name ?? user.username };
}

function isUser(value: unknown): value is WireUser {
  const { id, username } = (value ?? {}) as Partial<Record<keyof WireUser, unknown>>;
  return typeof id === "string" && typeof username === "string";
}
