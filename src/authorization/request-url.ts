import type { Snowflake } from "../snowflake.ts";
import type { AuthorizationCodeChallenge } from "./code-challenge.ts";
import type { IntegrationType } from "./integration-type.ts";

/** One authorization request, complete and checked (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface AuthorizationRequest {
  readonly clientId: Snowflake;
  readonly scopes: string;
  readonly state: string;
  readonly redirectUri: string;
  readonly codeChallenge: AuthorizationCodeChallenge;
  readonly nonce?: string | undefined;
  readonly integrationType?: IntegrationType | undefined;
}

/**
 * The URL that the player's browser is sent to. A query that the endpoint already has is kept (RFC 6749 §3.1). Spaces
 * become `%20`: some systems re-encode the whole query when they meet a character they do not expect.
 */
export function buildAuthorizeUrl(endpoint: string, request: AuthorizationRequest): string {
  const url = new URL(endpoint);
  const parameters: Record<string, string | undefined> = {
    client_id: request.clientId,
    scope: request.scopes,
    response_type: "code",
    redirect_uri: request.redirectUri,
    state: request.state,
    code_challenge: request.codeChallenge.Challenge(),
    code_challenge_method: "S256",
    nonce: request.nonce,
    integration_type: request.integrationType?.toString(),
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  url.search = url.searchParams.toString().replaceAll("+", "%20");
  return url.href;
}
