import { type ApiPath, apiPath } from "../core/request/addresses.ts";
import { ask } from "../core/request/ask.ts";
import type { Hints } from "../core/request/service-error.ts";
import { requestOptions, type TokenContext } from "./token-endpoint.ts";
import { invalidResponse } from "../core/request/response.ts";
import { JsonErrorCode } from "../wire/error.ts";
import type { WireCurrentUser } from "../wire/user.ts";
import { CurrentUser, imagesOf, textOrNone } from "./player.ts";
import { isSnowflake } from "../core/check/readers.ts";

/**
 * RFC 6750 §2.1.
 *
 * @throws ClientError HTTPError, with 401 for an invalid token; `invalid_response`.
 */
export function getAsBearer(
  context: TokenContext,
  operation: string,
  path: ApiPath,
  token: string,
  signal: AbortSignal | undefined,
  hints?: Hints,
): Promise<unknown> {
  return ask({
    ...requestOptions(context, operation, signal, { hints }),
    method: "GET",
    url: context.apiBase + path,
    headers: { authorization: `Bearer ${token}` },
  });
}

const addIdentify = "Sign in again with identify among the scopes.";
const hints = { [JsonErrorCode.MissingAccess]: addIdentify, [JsonErrorCode.MissingScope]: addIdentify };

/** Needs the scope `identify`. */
export async function fetchCurrentUser(
  context: TokenContext,
  token: string,
  signal?: AbortSignal,
): Promise<CurrentUser> {
  const operation = "Fetching the current user";
  const user = await getAsBearer(context, operation, apiPath`/users/@me`, token, signal, hints);
  if (!isUser(user)) throw invalidResponse(operation, "a user");
  return new CurrentUser(
    {
      id: user.id,
      username: user.username,
      globalName: user.global_name ?? undefined,
      avatar: user.avatar ?? undefined,
      locale: textOrNone(user.locale),
      email: textOrNone(user.email),
      verified: typeof user.verified === "boolean" ? user.verified : undefined,
    },
    imagesOf(context.issuer),
  );
}

function isUser(value: unknown): value is WireCurrentUser {
  const { id, username, global_name, avatar } = (value ?? {}) as Partial<
    Record<keyof WireCurrentUser, unknown>
  >;
  const texts = [global_name ?? "", avatar ?? ""];
  return isSnowflake(id) && typeof username === "string" && texts.every((text) => typeof text === "string");
}

/**
 * Returns milliseconds since 1970 (Discord documentation, Get Current Authorization Information).
 *
 * @throws ClientError HTTPError with status 401 if it has expired.
 */
export async function fetchExpiry(
  context: TokenContext,
  token: string,
  signal?: AbortSignal,
): Promise<number> {
  const operation = "Fetching the token's expiry";
  const answer = await getAsBearer(context, operation, apiPath`/oauth2/@me`, token, signal);
  const { expires } = (answer ?? {}) as { expires?: unknown };
  const expiresAt = typeof expires === "string" ? Date.parse(expires) : Number.NaN;
  if (Number.isNaN(expiresAt)) throw invalidResponse(operation, "authorization information");
  return expiresAt;
}
