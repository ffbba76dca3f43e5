import { validationError } from "../errors.ts";

/**
 * Scopes for rich presence and invites. The service expands `sdk.social_layer_presence` to all scopes that
 * the integration needs (authorization-arguments, Authentication 1 and 2).
 */
export const defaultPresenceScopes = "openid sdk.social_layer_presence";

/** Scopes for everything of the above plus chat and lobbies. */
export const defaultCommunicationScopes = "openid sdk.social_layer";

// scope-token, RFC 6749 §3.3
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/**
 * The scopes as they go into the request: separated by single spaces (RFC 6749 §3.3).
 *
 * @throws ClientError `missing_scopes` or `invalid_scopes` (ValidationError).
 */
export function parseScopes(value: unknown): string {
  const scopes = typeof value === "string" ? value.split(" ").filter((scope) => scope !== "") : [];
  if (scopes.length === 0) {
    throw validationError(
      "missing_scopes",
      "The authorization names no scopes: scopes is empty.",
      `Name at least one, separated by spaces; Client.GetDefaultPresenceScopes() gives "${defaultPresenceScopes}".`,
    );
  }
  if (!scopes.every((scope) => scopeToken.test(scope))) {
    throw validationError(
      "invalid_scopes",
      "The scopes hold a character that no scope may have.",
      'Scopes are printable ASCII without quotes and backslashes, separated by spaces, for example "openid identify".',
    );
  }
  return scopes.join(" ");
}
