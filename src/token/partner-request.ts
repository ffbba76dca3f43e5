import type { HttpAnswer } from "../http/send.ts";
import { send } from "../http/send.ts";
import { malformedAnswer, registerTokens, type TokenContext } from "./token-endpoint.ts";
import { tokenEndpointError } from "./token-error.ts";
import type { TokenGrant } from "./token-grant.ts";

/** Sends JSON to one of the service's own token endpoints, which are not OAuth's: `<apiBase>/partner-sdk/…`. */
export async function postPartner(
  context: TokenContext,
  operation: string,
  path: string,
  body: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<HttpAnswer> {
  const answer = await send(`${context.apiBase}/partner-sdk/${path}`, {
    operation,
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
    timeoutMs: context.timeoutMs,
    signal,
    fetch: context.fetch,
  });
  registerTokens(answer.text, context.secrets);
  if (answer.status !== 200 && answer.status !== 204) {
    throw tokenEndpointError(operation, answer, context.secrets);
  }
  return answer;
}

/** @throws ClientError `invalid_response` for anything but a bearer token. */
export function readPartnerToken(operation: string, { text }: HttpAnswer): TokenGrant {
  const answer = parseJson(text) as Partial<Record<string, unknown>> | null | undefined;
  const { access_token, refresh_token, token_type, expires_in, scope } = answer ?? {};
  if (typeof access_token !== "string" || access_token === "" || !/^bearer$/i.test(String(token_type))) {
    throw malformedAnswer(operation, "a bearer token");
  }
  return {
    accessToken: access_token,
    refreshToken: typeof refresh_token === "string" ? refresh_token : undefined,
    expiresIn: typeof expires_in === "number" && expires_in >= 0 ? expires_in : undefined,
    scopes: typeof scope === "string" ? scope : "",
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
