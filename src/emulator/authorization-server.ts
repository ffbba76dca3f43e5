import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { EmulatorApplication } from "./application.ts";
import { createMemoryAdapter } from "./memory-adapter.ts";
import { loadOidcProvider, type OidcProvider } from "./oidc-provider.ts";
import { applicationScopes, scopeTexts } from "./scopes.ts";

/** How the authorization server is set up. */
export interface AuthorizationServerInit {
  readonly issuer: string;
  readonly applications: readonly EmulatorApplication[];
  /** Seconds that an access token lives. */
  readonly accessTokenSeconds: number;
  /** Whether a player of this id exists. */
  readonly hasPlayer: (id: string) => boolean;
}

const day = 86_400;
const generate = promisify(generateKeyPair);

/**
 * The certified authorization server, behaving like the service: PKCE with S256 for everybody, refresh tokens that work
 * once, and revocation of one token ends all tokens of that player for the application.
 */
export async function createAuthorizationServer(init: AuthorizationServerInit): Promise<OidcProvider> {
  const [{ Provider, errors }, { privateKey }] = await Promise.all([
    loadOidcProvider(),
    generate("rsa", { modulusLength: 2048 }),
  ]);
  return new Provider(init.issuer, {
    clients: init.applications.map(describeClient),
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig" }] },
    adapter: createMemoryAdapter(),
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    routes: {
      authorization: "/oauth2/authorize",
      token: "/api/oauth2/token",
      revocation: "/api/oauth2/token/revoke",
      jwks: "/api/oauth2/keys",
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: ownTokensOnly },
    },
    scopes: [...new Set([...Object.keys(scopeTexts), ...applicationScopes])],
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    extraParams: {
      // The server drops scopes that it does not know; the service refuses them.
      integration_type: ({ query }: { query: { scope?: string } }) => {
        const unknown = query.scope?.split(" ").find((scope) => !Object.hasOwn(scopeTexts, scope));
        if (unknown !== undefined)
          throw new errors.InvalidScope("The requested scope is invalid, unknown, or malformed.", unknown);
      },
    },
    findAccount: (_context: unknown, id: string) => findAccount(init, id),
    interactions: { url: (_context: unknown, interaction: { uid: string }) => `/sign-in/${interaction.uid}` },
    issueRefreshToken: () => true,
    rotateRefreshToken: () => true,
    revokeGrantPolicy: () => true,
    renderError,
    ttl: {
      AccessToken: init.accessTokenSeconds,
      ClientCredentials: init.accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: 3600,
      RefreshToken: 365 * day,
      Interaction: 3600,
      Session: day,
      Grant: 365 * day,
    },
  });
}

/** To the server every application is confidential; the front door hands in the secret where the service needs none. */
function describeClient(application: EmulatorApplication) {
  return {
    client_id: application.id,
    client_secret: application.clientSecret,
    client_name: application.name,
    application_type: "native",
    token_endpoint_auth_method: "client_secret_post",
    grant_types: ["authorization_code", "refresh_token", "client_credentials"],
    response_types: ["code"],
    redirect_uris: [...application.redirectUris],
  };
}

function findAccount(init: AuthorizationServerInit, id: string) {
  return init.hasPlayer(id) ? { accountId: id, claims: () => ({ sub: id }) } : undefined;
}

function ownTokensOnly(
  _context: unknown,
  client: { clientId: string },
  token: { clientId: string },
): boolean {
  return token.clientId === client.clientId;
}

/** Errors that cannot go back to the application, for example an unknown redirect URI. */
function renderError(
  context: { type: string; body: unknown },
  out: { error: string; error_description?: string },
): void {
  context.type = "application/json";
  context.body = out;
}
