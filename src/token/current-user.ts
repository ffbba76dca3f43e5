import { ClientError, ErrorType } from "../errors.ts";
import { send } from "../http/send.ts";
import type { Snowflake } from "../snowflake.ts";
import type { WireUser } from "../wire/user.ts";
import type { TokenContext } from "./token-endpoint.ts";
import { tokenEndpointError } from "./token-error.ts";

/** The player a token belongs to. */
export interface CurrentUser {
  readonly id: Snowflake;
  /** The name to show: the display name, or the user name where none is set. */
  readonly name: string;
}

/** Asks the service whom a token belongs to. Needs the scope `identify`, which the default scope sets include. */
export async function fetchCurrentUser(
  context: TokenContext,
  token: string,
  signal?: AbortSignal,
): Promise<CurrentUser> {
  const operation = "Fetching the current user";
  const answer = await send(`${context.apiBase}/users/@me`, {
    operation,
    method: "GET",
    headers: { authorization: `Bearer ${token}` },
    timeoutMs: context.timeoutMs,
    signal,
    fetch: context.fetch,
  });
  if (answer.status !== 200) throw tokenEndpointError(operation, answer, context.secrets);
  const user = parseUser(answer.text);
  if (user) return { id: user.id, name: user.global_name ?? user.username };
  throw new ClientError({
    type: ErrorType.HTTPError,
    code: "invalid_response",
    message: `${operation} was answered with something that is not a user.`,
    hint: "Check that apiBase is the service's own.",
    status: answer.status,
  });
}

function parseUser(text: string): WireUser | undefined {
  try {
    const user = JSON.parse(text) as Partial<WireUser> | null;
    return typeof user?.id === "string" && typeof user.username === "string" ? (user as WireUser) : undefined;
  } catch {
    return undefined;
  }
}
