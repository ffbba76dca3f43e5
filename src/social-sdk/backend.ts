import { validationError } from "../core/errors.ts";
import { invalidResponse, parseSeconds } from "../core/request/response.ts";
import type { Secrets } from "../log/secrets.ts";
import { type Attempt, invalidCallback } from "../sign-in/authorization-endpoint.ts";
import type { Asking, Granted } from "../sign-in/consent.ts";
import type {
  Backend,
  ChildTokenRequest,
  ChildTokenResult,
  CodeExchange,
  ProvisionalRequest,
  Revocation,
} from "../tokens/backend.ts";
import type { DeviceRequest } from "../tokens/device.ts";
import type { ExternalAuth } from "../tokens/external-auth.ts";
import type { TokenRefreshRequest } from "../tokens/own-server.ts";
import type { CurrentUser } from "../tokens/player.ts";
import { exchangeHints, refreshHints, type ServiceBackendContext } from "../tokens/service-backend.ts";
import { TokenResult } from "../tokens/token-set.ts";
import { AuthorizationTokenType, isToken } from "../tokens/token-type.ts";
import type { NativeValue } from "./binding.ts";
import { authorizationFailure } from "./failures.ts";
import type { LibraryCall, LibraryClient } from "./library-client.ts";

export interface SocialSdkBackendContext extends Pick<
  ServiceBackendContext,
  "exchangeCode" | "refreshToken"
> {
  /** Loads the library on first use. */
  readonly library: () => Pick<LibraryClient, "call" | "has">;
  /** For operations that the library does not support. */
  readonly http: Backend;
  readonly secrets: Secrets;
}

/** Requests tokens through the vendor's library. Operations that the library does not support use HTTP. */
export class SocialSdkBackend implements Backend {
  readonly #context: SocialSdkBackendContext;

  constructor(context: SocialSdkBackendContext) {
    this.#context = context;
  }

  getToken(exchange: CodeExchange, signal?: AbortSignal): Promise<TokenResult> {
    const { http, exchangeCode } = this.#context;
    const { applicationId, code, codeVerifier, redirectUri, scopes, expected, external } = exchange;
    // The library returns no ID token, so the nonce could not be checked.
    if (exchangeCode || expected?.nonce !== undefined) return http.getToken(exchange, signal);
    const values = [BigInt(applicationId), code, codeVerifier, redirectUri ?? ""];
    return this.#tokens({
      operation: "Exchanging the authorization code",
      name: external ? "getTokenFromProvisionalMerge" : "getToken",
      values: external ? [...values, external.type, external.token] : values,
      hints: exchangeHints(redirectUri),
      secrets: [code, codeVerifier],
      scopes,
      external,
      signal,
    });
  }

  /** Uses HTTP, because the library shows the code in its own UI and does not return it. */
  getTokenFromDevice(request: DeviceRequest, signal?: AbortSignal): Promise<TokenResult> {
    return this.#context.http.getTokenFromDevice(request, signal);
  }

  refreshToken(request: TokenRefreshRequest): Promise<TokenResult> {
    const { http, refreshToken: hook } = this.#context;
    const { applicationId, refreshToken, signal } = request;
    if (hook) return http.refreshToken(request);
    return this.#tokens({
      operation: "Refreshing the token",
      name: "refreshToken",
      values: [BigInt(applicationId), refreshToken],
      hints: refreshHints,
      signal,
    });
  }

  async revokeToken(revocation: Revocation, signal?: AbortSignal): Promise<void> {
    const library = this.#context.library();
    if (!library.has("revokeToken")) return this.#context.http.revokeToken(revocation, signal);
    const values = [BigInt(revocation.applicationId), revocation.token];
    await library.call({ operation: "Revoking the token", name: "revokeToken", values, signal });
  }

  async exchangeChildToken(child: ChildTokenRequest, signal?: AbortSignal): Promise<ChildTokenResult> {
    const library = this.#context.library();
    if (!library.has("exchangeChildToken")) return this.#context.http.exchangeChildToken(child, signal);
    const operation = "Exchanging the parent token";
    const values = [child.parentToken, BigInt(child.childApplicationId)];
    const answer = await library.call({ operation, name: "exchangeChildToken", values, signal });
    const [accessToken, tokenType, expiresIn, scopes] = answer;
    return this.#result(operation, [accessToken, "", tokenType, expiresIn, scopes], undefined);
  }

  getProvisionalToken(request: ProvisionalRequest, signal?: AbortSignal): Promise<TokenResult> {
    const { applicationId, external } = request;
    return this.#tokens({
      operation: "Getting a provisional token",
      name: "getProvisionalToken",
      values: [BigInt(applicationId), external.type, external.token],
      external,
      signal,
    });
  }

  async unmergeIntoProvisionalAccount(request: ProvisionalRequest, signal?: AbortSignal): Promise<void> {
    const { http, secrets } = this.#context;
    const { applicationId, external } = request;
    const library = this.#context.library();
    if (!library.has("unmerge")) return http.unmergeIntoProvisionalAccount(request, signal);
    using _secret = secrets.scope(external.token);
    const values = [BigInt(applicationId), external.type, external.token];
    await library.call({ operation: "Unmerging the account", name: "unmerge", values, signal });
  }

  /** Uses HTTP, because the library returns only the id and a name. */
  fetchCurrentUser(token: string, signal?: AbortSignal): Promise<CurrentUser> {
    return this.#context.http.fetchCurrentUser(token, signal);
  }

  /** Uses HTTP, because the library has no function for this. */
  fetchExpiry(token: string, signal?: AbortSignal): Promise<number> {
    return this.#context.http.fetchExpiry(token, signal);
  }

  async #tokens(call: TokenCall): Promise<TokenResult> {
    using _secrets = this.#context.secrets.scope(...(call.secrets ?? []), call.external?.token);
    const values = await this.#context.library().call(call);
    return this.#result(call.operation, values, call.scopes);
  }

  #result(
    operation: string,
    values: readonly NativeValue[],
    requestedScopes: string | undefined,
  ): TokenResult {
    const [accessToken, refreshToken, tokenType, expiresIn, scopes] = values;
    this.#context.secrets.register(accessToken, refreshToken);
    if (!isToken(accessToken) || tokenType !== AuthorizationTokenType.Bearer)
      throw invalidResponse(operation, "a bearer token");
    return new TokenResult({
      accessToken,
      refreshToken: isToken(refreshToken) ? refreshToken : undefined,
      expiresIn: Number(expiresIn) > 0 ? parseSeconds(expiresIn) : undefined,
      scopes: String(scopes ?? "") || (requestedScopes ?? ""),
    });
  }
}

interface TokenCall extends LibraryCall {
  readonly scopes?: string | undefined;
  readonly external?: ExternalAuth | undefined;
  readonly secrets?: readonly string[];
}

const longestWaitMs = 24 * 60 * 60_000;

/** Runs the authorization in the library, which chooses where to prompt the player. */
export async function authorize(
  library: Pick<LibraryClient, "call" | "has">,
  secrets: Pick<Secrets, "clean">,
  attempt: Attempt,
  { signal, onPrompted }: Asking,
): Promise<Granted> {
  const { applicationId, scopes, state, codeChallenge, nonce, integrationType } = attempt;
  if (integrationType !== undefined) requireFeature(library, "integrationType", "integrationType");
  if (attempt.namesScheme) requireFeature(library, "customScheme", "customSchemeParam");
  const scheme = attempt.namesScheme ? attempt.scheme.written : undefined;
  const clean = (text: string) => secrets.clean(text);
  onPrompted();
  const [code, redirectUri] = await library.call({
    operation: "The authorization",
    name: "authorize",
    values: [BigInt(applicationId), scopes, state, codeChallenge, nonce, integrationType, scheme],
    cancel: "abortAuthorize",
    signal,
    // The signal's own timeout ends the wait for the player.
    timeoutMs: longestWaitMs,
    failed: (failure, failed) => authorizationFailure(failure, { scopes, clean }, failed),
  });
  if (typeof code !== "string" || code === "") throw invalidCallback("The authorization returned no code.");
  return typeof redirectUri === "string" && redirectUri !== ""
    ? { provider: "browser", code, redirectUri }
    : { provider: "desktop-client", code };
}

/** @throws ClientError `unsupported_option` (ValidationError) before the player is prompted. */
function requireFeature(library: Pick<LibraryClient, "has">, feature: string, option: string): void {
  if (library.has(feature)) return;
  throw validationError(
    "unsupported_option",
    `options.${option} cannot be used: this release of the Social SDK does not support it.`,
    `Omit ${option}, or update the SDK.`,
  );
}
