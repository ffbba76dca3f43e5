import { reportResponse } from "../base/captured-response.ts";
import { unauthorized } from "../base/refusal.ts";
import type { ExternalAccounts } from "../state/lobbies.ts";
import type { World } from "../state/world.ts";
import type { Middleware, ProviderContext } from "./oidc-provider.ts";

/**
 * The `iss` parameter (RFC 9207), which `oidc-provider` appends. The service does not send it, and clients reject an incorrect issuer.
 */
const issuer = /[?&]iss=[^&#]*$/;

const issuerField = /<input type="hidden" name="iss" value="[^"]*"\/>\s*/;

const reportedRoutes: readonly string[] = [
  "discovery",
  "token",
  "revocation",
  "device_authorization",
  "jwks",
  "userinfo",
];

type Change = (context: ProviderContext, world: World) => void | Promise<void>;

const changes: Readonly<Record<string, Change>> = {
  discovery: withoutIssuerPromise,
  token: (context, { externalAccounts, storage }) => {
    explainInvalidGrant(context);
    const { body, oidc } = context;
    if (!isAnswer(body) || !("access_token" in body)) return;
    mergeAccounts(context, externalAccounts);
    const { access_token: accessToken, refresh_token: refreshToken } = body;
    if (typeof accessToken === "string" && typeof refreshToken === "string")
      storage.keepPair({ accessToken, refreshToken }, oidc?.body?.["refresh_token"]);
  },
  revocation: endAuthorization,
  jwks: (context, { signingKeys }) => {
    context.body = { keys: [signingKeys.current().published] };
  },
  // Here, the published description specifies the API's error format instead of OAuth's.
  userinfo: (context) => {
    if (context.status === 401) context.body = unauthorized().body;
  },
  device_authorization: (context, { polls }) => {
    const { body } = context;
    if (isAnswer(body) && "device_code" in body) context.body = { ...body, interval: polls.intervalSeconds };
  },
};

export function serviceAnswers(world: World): Middleware {
  return async (context, next) => {
    await next();
    withoutIssuer(context);
    const { method = "GET", path = "", oidc } = context;
    const route = oidc?.route ?? "";
    await changes[route]?.(context, world);
    if (!isAnswer(context.body)) return;
    // Some clients expect this content type exactly, without a charset.
    context.set({ "content-type": "application/json" });
    if (reportedRoutes.includes(route))
      reportResponse({
        method,
        path: path.replace(/^\/api/, ""),
        status: context.status,
        body: context.body,
      });
  };
}

function withoutIssuer(context: ProviderContext): void {
  const { body, response } = context;
  const location = response.get("location");
  if (issuer.test(location)) context.set({ location: location.replace(issuer, "") });
  if (typeof body === "string") context.body = body.replace(issuerField, "");
}

function withoutIssuerPromise(context: ProviderContext): void {
  const { authorization_response_iss_parameter_supported: _, ...promises } = context.body as object & {
    authorization_response_iss_parameter_supported?: boolean;
  };
  context.body = promises;
}

function endAuthorization(context: ProviderContext, world: World): void {
  const { oidc, body } = context;
  const token = oidc?.entities["AccessToken"] ?? oidc?.entities["RefreshToken"];
  const isOwn = token?.clientId === oidc?.client?.clientId;
  if (token?.accountId !== undefined && isOwn) world.deauthorize(token.accountId, token.clientId);
  if (body === "") context.body = {};
}

// The service reports only the field, not the reason (Discord documentation, Account Linking with Discord).
const namesOfGrants: Readonly<Record<string, string>> = {
  authorization_code: "code",
  refresh_token: "refresh_token",
};

function explainInvalidGrant(context: ProviderContext): void {
  const { body, oidc } = context;
  const field = namesOfGrants[oidc?.body?.["grant_type"] ?? ""];
  if (!field || !isAnswer(body) || body["error"] !== "invalid_grant") return;
  context.body = { error: "invalid_grant", error_description: `Invalid "${field}" in request.` };
}

/** See Discord documentation, Merging Accounts. */
function mergeAccounts({ oidc }: ProviderContext, externalAccounts: ExternalAccounts): void {
  const { external_auth_type: type, external_auth_token: token } = oidc?.body ?? {};
  const source = oidc?.entities["AuthorizationCode"] ?? oidc?.entities["DeviceCode"];
  if (type === undefined || token === undefined || source?.accountId === undefined) return;
  externalAccounts.link({ clientId: source.clientId, type, token }, source.accountId);
}

function isAnswer(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null;
}
