import { validationError } from "../core/errors.ts";
import { nearest } from "../core/check/nearest.ts";
import { knownScopes } from "../wire/scope.ts";
import { type Reader, wrongArgument, listOf, textLike } from "../core/check/readers.ts";

/**
 * Scopes for rich presence and invites. The service expands `sdk.social_layer_presence` into all scopes that the integration
 * needs (authorization-arguments, Authentication 1 and 2).
 */
export const defaultPresenceScopes = "openid sdk.social_layer_presence";

/** The presence scopes plus chat and lobbies. */
export const defaultCommunicationScopes = "openid sdk.social_layer";

// `scope-token` in RFC 6749 §3.3.
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/**
 * Joins a list into a string, which {@link parseScopes} checks.
 *
 * Throws ClientError `missing_scope` or `invalid_scope` (ValidationError).
 */
export const readScopes: Reader<string> = (value, name) => {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return listOf(readScope, 1_000, "invalid_scope")(value, name).join(" ");
  const code = value === undefined ? "missing_scope" : "invalid_scope";
  throw wrongArgument(name, value, "a list of scopes, or a space-separated string", { code });
};

const readScope = textLike(scopeToken, "one scope: printable ASCII without spaces, quotes or backslashes", {
  code: "invalid_scope",
});

/** Validates scopes (RFC 6749 §3.3) and removes extra spaces. */
export function parseScopes(text: string): string {
  const scopes = text.split(" ").filter((scope) => scope !== "");
  if (scopes.length === 0) {
    throw validationError(
      "missing_scope",
      "The authorization requests no scopes: scopes is empty.",
      `Pass at least one. Client.GetDefaultPresenceScopes() returns "${defaultPresenceScopes}".`,
    );
  }
  if (!scopes.every((scope) => scopeToken.test(scope))) {
    throw validationError(
      "invalid_scope",
      "The scopes contain an invalid character.",
      'Scopes must be printable ASCII without quotes or backslashes, for example ["openid", "identify"].',
    );
  }
  return scopes.join(" ");
}

/** Suggests corrections for unknown scopes, as sentences that each start with a space. */
export function suggestScopes(scopes: string): string {
  return scopes
    .split(" ")
    .filter((scope) => !(knownScopes as readonly string[]).includes(scope))
    .flatMap((scope) => {
      const like = nearest(scope, knownScopes);
      return like === undefined ? [] : ` ${scope} is not a known scope. Did you mean ${like}?`;
    })
    .join("");
}
