import type { Snowflake } from "../wire/snowflake.ts";
import type { IntegrationType } from "./integration-type.ts";

/** The fields of one authorization request, complete and checked (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface AuthorizeUrlFields {
  readonly applicationId: Snowflake;
  readonly scopes: string;
  readonly state: string;
  readonly redirectUri: string;
  /** S256. */
  readonly codeChallenge: string;
  readonly nonce?: string | undefined;
  readonly integrationType?: IntegrationType | undefined;
}

/**
 * The URL that the player's browser is sent to. A query that the endpoint already has is kept (RFC 6749 §3.1). Spaces
 * become `%20`: some systems re-encode the whole query when they meet a character they do not expect.
 */
export function buildAuthorizeUrl(endpoint: string, fields: AuthorizeUrlFields): string {
  const url = new URL(endpoint);
  const parameters: Record<string, string | undefined> = {
    client_id: fields.applicationId,
    scope: fields.scopes,
    response_type: "code",
    redirect_uri: fields.redirectUri,
    state: fields.state,
    code_challenge: fields.codeChallenge,
    code_challenge_method: "S256",
    nonce: fields.nonce,
    integration_type: fields.integrationType?.toString(),
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  url.search = url.searchParams.toString().replaceAll("+", "%20");
  return url.href;
}
