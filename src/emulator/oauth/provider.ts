import { parseObject } from "../../core/request/response.ts";
import { randomBytes } from "node:crypto";
import { pathPart } from "../../core/request/addresses.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { devicePages, explainLostSession } from "./device-pages.ts";
import {
  type InteractionPolicy,
  loadOidcProvider,
  type OidcProvider,
  type OidcProviderModule,
  type ProviderClient,
  type ProviderContext,
  type ProviderParams,
} from "./oidc-provider.ts";
import { saveGrant } from "./live-world.ts";
import { escapeHtml, pageHeaders, renderPage } from "../base/page.ts";
import { shift } from "../state/memory-adapter.ts";
import type { IdTokenKeys } from "../state/id-token-keys.ts";
import type { World } from "../state/world.ts";
import { longestParameter, onlyNewcomers } from "./oauth-requests.ts";
import { compareRedirects } from "./sign-in-pages.ts";
import { grantableScopes, scopeTexts } from "./scopes.ts";
import { serviceAnswers } from "./service-answers.ts";
import { describeAccount, type Player } from "../state/players.ts";
import type { Clock } from "../base/clock.ts";
import { lifetimes } from "../../wire/limits.ts";

const day = 86_400;
const deviceCodeGrant = "urn:ietf:params:oauth:grant-type:device_code";

export interface AuthorizationServerInit {
  readonly issuer: string;
  readonly accessTokenSeconds: number;
}

export async function makeProvider(
  world: World,
  { issuer, accessTokenSeconds }: AuthorizationServerInit,
): Promise<OidcProvider> {
  const { signingKeys } = world;
  const { Provider, errors, interactionPolicy } = await loadOidcProvider();
  const { privateKey, kid } = signingKeys.current();
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" }] },
    adapter: (model: string) => (model === "Client" ? clientsOf(world) : world.storage.adapter(model)),
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    routes,
    features,
    scopes: grantableScopes,
    responseTypes: ["code"],
    formats: { bitsOfOpaqueRandomness: 180 },
    claims: scopeClaims,
    pkce: {
      required: ({ oidc }: ProviderContext, client: ProviderClient) => needsPkce(world, client, oidc?.params),
    },
    clientBasedCORS: () => false,
    clockTolerance: 0,
    extraParams: {
      integration_type: ({ query, oidc }: ProviderContext) =>
        checkParams({ ...query, ...oidc?.body }, errors),
      [onlyNewcomers]: null,
    },
    findAccount: (_context: unknown, id: string) => findAccount(world, id),
    interactions: {
      policy: consentPolicy(interactionPolicy.base()),
      url: (_context: unknown, interaction: { uid: string }) =>
        `/sign-in/${pathPart(interaction.uid, "uid")}`,
    },
    loadExistingGrant: (context: ProviderContext) => findGrant(world, provider, context),
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: () => true,
    revokeGrantPolicy: () => true,
    renderError: (context: ProviderContext, out: RefusedRequest) => renderError(world, context, out),
    ttl: { ...timesToLive, AccessToken: accessTokenSeconds, ClientCredentials: accessTokenSeconds },
  });
  keepIdTokensCurrent(provider, world.clock, signingKeys);
  allowWebsiteRedirects(provider, world);
  provider.use(serviceAnswers(world));
  provider.use(explainLostSession);
  return provider;
}

async function findGrant({ storage }: World, provider: OidcProvider, { oidc }: ProviderContext) {
  const { result, session, client, params } = oidc ?? {};
  const made = result?.consent?.grantId;
  if (made !== undefined) return await provider.Grant.find(made);
  if (!client || session?.accountId === undefined || params?.[onlyNewcomers] === undefined) return undefined;
  const of = { accountId: session.accountId, clientId: client.clientId };
  const granted = storage.grantedScopes(of.accountId, of.clientId);
  const { scope = "" } = params;
  if (!scope.split(" ").every((one) => granted.has(one))) return undefined;
  return await provider.Grant.find(await saveGrant(provider, of, scope));
}

function consentPolicy(policy: InteractionPolicy): InteractionPolicy {
  const everyTime = policy.get("consent").checks.get("native_client_prompt");
  if (!everyTime) throw new TypeError("The authorization server lacks the native_client_prompt check.");
  everyTime.check = ({ oidc }) => !oidc?.result?.consent && oidc?.params?.[onlyNewcomers] === undefined;
  return policy;
}

const routes = {
  authorization: "/oauth2/authorize",
  token: "/api/oauth2/token",
  revocation: "/api/oauth2/token/revoke",
  jwks: "/api/oauth2/keys",
  userinfo: "/api/oauth2/userinfo",
  device_authorization: "/api/oauth2/device/authorize",
  code_verification: "/activate",
};

const features = {
  devInteractions: { enabled: false },
  clientCredentials: { enabled: true },
  deviceFlow: { enabled: true, ...devicePages },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  revocation: { enabled: true, allowedPolicy: ownTokensOnly },
};

/** In seconds. If a lifetime is undocumented, the value is long enough for tests. */
const timesToLive = {
  AuthorizationCode: 60,
  IdToken: 3600,
  RefreshToken: 365 * day,
  Interaction: 3600,
  Session: day,
  Grant: 365 * day,
  DeviceCode: lifetimes.deviceCode,
};

/** Rejects unknown scopes, which the server would drop, and overlong parameters, which it would accept. */
function checkParams(
  params: ProviderParams,
  { InvalidRequest, InvalidScope }: OidcProviderModule["errors"],
): void {
  const [long] = Object.entries(params).find(([, value = ""]) => value.length > longestParameter) ?? [];
  if (long !== undefined) throw new InvalidRequest(`${long} is longer than ${longestParameter} characters`);
  const unknown = params["scope"]?.split(" ").find((scope) => !Object.hasOwn(scopeTexts, scope));
  if (unknown !== undefined) {
    throw new InvalidScope("The requested scope is invalid, unknown, or malformed.", unknown);
  }
}

function clientsOf(world: World): { find(id: string): Promise<object | undefined> } {
  return {
    async find(id) {
      const application = world.application(id);
      return application && describeClient(application);
    },
  };
}

/** The server treats every application as confidential. For public applications, `authenticateApplication` adds the secret. */
function describeClient(application: EmulatorApplication) {
  const ofGames = application.redirectUris.filter((uri) => !isOnlyForWebsites(uri));
  const isWebsite = application.redirectUris.length > 0 && ofGames.length === 0;
  return {
    client_id: application.id,
    client_secret: application.clientSecret,
    client_name: application.name,
    application_type: isWebsite ? "web" : "native",
    token_endpoint_auth_method: "client_secret_post",
    grant_types: ["authorization_code", "refresh_token", "client_credentials", deviceCodeGrant],
    response_types: ["code"],
    redirect_uris: isWebsite ? [...application.redirectUris] : ofGames,
  };
}

/** The server would reject website redirects for native applications. */
function allowWebsiteRedirects({ Client }: OidcProvider, world: World): void {
  const { redirectUriAllowed } = Client.prototype;
  Client.prototype.redirectUriAllowed = function (uri) {
    const isRegistered = world.application(this.clientId)?.redirectUris.includes(uri) ?? false;
    return isRegistered || redirectUriAllowed.call(this, uri);
  };
}

function isOnlyForWebsites(redirectUri: string): boolean {
  const isLoopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?![\w.-])/.test(redirectUri);
  return redirectUri.startsWith(isLoopback ? "https:" : "http:");
}

/** Requires PKCE for public applications, which need no client secret, and for custom schemes, which any program can register. */
function needsPkce(world: World, { clientId }: ProviderClient, params: ProviderParams = {}): boolean {
  const application = world.application(clientId);
  return application?.publicClient !== false || !/^https?:/.test(params["redirect_uri"] ?? "");
}

function findAccount({ players }: World, id: string) {
  const player = players.byId(id);
  return player && { accountId: id, claims: () => describeClaims(player) };
}

function ownTokensOnly(_context: unknown, client: ProviderClient, token: { clientId: string }): boolean {
  return token.clientId === client.clientId;
}

interface RefusedRequest {
  readonly error: string;
  readonly error_description?: string;
}

function renderError(world: World, context: ProviderContext, refused: RefusedRequest): void {
  const { error, error_description: description = "" } = refused;
  if (context.accepts("html", "json") === "json") {
    context.body = { error, error_description: description };
    return;
  }
  const { client_id: id = "", redirect_uri: offered = "" } = context.oidc?.params ?? {};
  const registered = world.application(id)?.redirectUris;
  const isAboutRedirect = error === "invalid_redirect_uri" && registered !== undefined;
  context.set({ ...pageHeaders });
  context.body = renderPage(
    "This link does not work",
    `<p>The service rejected the game's request. Details for the developer:</p>
<p role="alert"><code>${escapeHtml(error)}</code>: ${escapeHtml(description)}</p>
${isAboutRedirect ? compareRedirects(offered, registered) : ""}`,
  );
}

/** See OpenID Connect Core §5.4. */
const scopeClaims: Readonly<Record<string, readonly string[]>> = {
  openid: ["sub"],
  identify: ["preferred_username", "nickname", "locale"],
  email: ["email", "email_verified"],
};

function describeClaims(player: Player): Readonly<Record<string, unknown>> {
  const { id, username, global_name, locale, email, verified } = describeAccount(player);
  return {
    sub: id,
    preferred_username: username,
    nickname: global_name,
    locale,
    email,
    email_verified: verified,
  };
}

const times = ["iat", "exp", "nbf", "auth_time"];

/** By default, the server uses the system clock and signs with the first key even after a rotation. */
function keepIdTokensCurrent(
  { IdToken }: OidcProvider,
  clock: Clock,
  keys: Pick<IdTokenKeys, "current">,
): void {
  const { issue } = IdToken.prototype;
  IdToken.prototype.issue = async function (options) {
    const ahead = Math.floor(clock.aheadMs / 1000);
    const { expiresAt } = options;
    const inServerTime = expiresAt === undefined ? options : { ...options, expiresAt: expiresAt - ahead };
    const [, body = ""] = (await issue.call(this, inServerTime)).split(".");
    const claims = parseObject(Buffer.from(body, "base64url").toString());
    return keys.current().sign(shift(claims, times, ahead));
  };
}
