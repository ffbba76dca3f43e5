import type { AuthorizationArgs } from "./arguments.ts";
import { parseScopes } from "../tokens/scopes.ts";
import { parseScheme } from "./redirect/custom-scheme-name.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { CheckedAuthorization } from "./backend.ts";

/**
 * Checks all arguments of an authorization once: later stages carry the result.
 *
 * @param defaultApplication - gives the application where the arguments name none.
 * @throws ClientError (ValidationError) `missing_scopes`, `invalid_scopes`, `invalid_scheme`, `reserved_scheme`,
 *   `invalid_arguments` for arguments that hold nothing, and what `defaultApplication` throws.
 */
export function checkAuthorization(
  args: AuthorizationArgs,
  defaultApplication: () => Snowflake,
): CheckedAuthorization {
  const scopes = parseScopes(args.Scopes());
  const applicationId = args.ClientId() ?? defaultApplication();
  const scheme = args.CustomSchemeParam();
  return Object.freeze({
    applicationId,
    scopes,
    state: args.State(),
    nonce: args.Nonce(),
    codeChallenge: args.CodeChallenge()?.Challenge(),
    integrationType: args.IntegrationType(),
    scheme: Object.freeze(parseScheme({ applicationId, scheme })),
    namesScheme: scheme !== undefined,
  });
}
