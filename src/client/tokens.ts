import { callable, parseSnowflake } from "../core/check/readers.ts";
import type { CallOptions } from "../core/request/transport.ts";
import type { ChildTokenResult } from "../tokens/backend.ts";
import {
  DeviceAuthorizationArgs,
  type DeviceAuthorizationInit,
  type DeviceOptions,
} from "../tokens/device-arguments.ts";
import { checkExternalAuth, type ExternalAuth } from "../tokens/external-auth.ts";
import type { CurrentUser } from "../tokens/player.ts";
import { parseScopes } from "../tokens/scopes.ts";
import type { TokenResult } from "../tokens/token-set.ts";
import { type AuthorizationTokenType, checkBearer, checkToken } from "../tokens/token-type.ts";
import type { AuthenticationExternalAuthType } from "../wire/external-auth.ts";
import type { SnowflakeInput } from "../wire/snowflake.ts";
import { ClientCodeFlow } from "./code-flow.ts";
import type { ClientContext } from "./context.ts";
import { readDeviceOptions } from "./options.ts";

/** The {@link Client} operations on individual tokens. */
export class ClientTokens extends ClientCodeFlow {
  readonly #context: ClientContext;

  /** @internal */
  constructor(context: ClientContext) {
    super(context);
    this.#context = context;
  }

  /**
   * Runs a complete sign-in on another device (RFC 8628), for players who have no browser on this machine or prefer their phone.
   * Pass the result to {@link Client.UpdateToken}.
   *
   * @param options - `onPrompt` receives the QR code, the URL and the user code to display.
   * @throws ClientError `access_denied` (Aborted: the player declined), `expired_token` (AuthorizationFailed: start again),
   *   `aborted`, and every error that {@link Client.GetToken} throws after sending its request.
   */
  async GetTokenFromDevice(
    args: DeviceAuthorizationArgs | DeviceAuthorizationInit,
    options: DeviceOptions,
  ): Promise<TokenResult> {
    return this.#signInOnDevice(args, options);
  }

  /** Aborts all of this client's pending device sign-ins with `aborted`. */
  AbortGetTokenFromDevice(): void {
    this.#context.calls.abort("device");
  }

  /**
   * Exchanges a refresh token for new tokens (RFC 6749 §6). The old access and refresh tokens become invalid.
   *
   * @throws ClientError `invalid_grant` (HTTPError) if the token has already been used, has expired or has been revoked: run
   *   `Authorize` again.
   */
  async RefreshToken(
    applicationId: SnowflakeInput,
    refreshToken: string,
    options: CallOptions = {},
  ): Promise<TokenResult> {
    return this.#context.run("Refreshing the token", options, async (signal) => {
      const id = parseSnowflake(applicationId, "applicationId");
      const token = this.#given(checkToken(refreshToken, "refreshToken"));
      const backend = await this.#context.backend(signal);
      return backend.refreshToken({ applicationId: id, refreshToken: token, signal });
    });
  }

  /**
   * Sets the access token for later requests, including those by {@link Client.commands}.
   *
   * @throws ClientError `invalid_token_type` or `missing_token` (ValidationError).
   */
  async UpdateToken(tokenType: AuthorizationTokenType, token: string): Promise<void> {
    this.#context.calls.checkOpen();
    const checked = this.#given(checkBearer(tokenType, token));
    this.#context.token.useToken(checked);
    return Promise.resolve();
  }

  /**
   * Revokes all of the player's tokens for the application (RFC 7009). `token` can be any of the player's access or refresh
   * tokens. Succeeds even if the service does not recognize the token.
   */
  async RevokeToken(applicationId: SnowflakeInput, token: string, options: CallOptions = {}): Promise<void> {
    await this.#context.run("Revoking the token", options, async (signal) => {
      const id = parseSnowflake(applicationId, "applicationId");
      const checked = this.#given(checkToken(token, "token"));
      const backend = await this.#context.backend(signal);
      return backend.revokeToken({ applicationId: id, token: checked }, signal);
    });
  }

  /**
   * Exchanges a token issued to a publisher's application for one issued to the publisher's game. The child token has no refresh
   * token and expires with the parent token.
   */
  async ExchangeChildToken(
    parentToken: string,
    childApplicationId: SnowflakeInput,
    options: CallOptions = {},
  ): Promise<ChildTokenResult> {
    return this.#context.run("Exchanging the parent token", options, async (signal) => {
      const childId = parseSnowflake(childApplicationId, "childApplicationId");
      const token = this.#given(checkToken(parentToken, "parentToken"));
      const backend = await this.#context.backend(signal);
      return backend.exchangeChildToken({ parentToken: token, childApplicationId: childId }, signal);
    });
  }

  /**
   * Requests a token for a player who has no Discord account and is authenticated by another identity provider.
   *
   * @throws ClientError `invalid_external_auth` (ValidationError); an HTTPError with error code 530010 if the player has linked a
   *   Discord account: call {@link Client.Authorize}.
   */
  async GetProvisionalToken(
    applicationId: SnowflakeInput,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options: CallOptions = {},
  ): Promise<TokenResult> {
    return this.#context.run("Getting a provisional token", options, async (signal) => {
      const id = parseSnowflake(applicationId, "applicationId");
      const external = checkExternalAuth(externalAuthType, externalAuthToken);
      const backend = await this.#context.backend(signal);
      return backend.getProvisionalToken({ applicationId: id, external }, signal);
    });
  }

  /** Like {@link Client.GetTokenFromDevice}, but also merges the player's provisional account into the Discord account. */
  async GetTokenFromDeviceProvisionalMerge(
    args: DeviceAuthorizationArgs | DeviceAuthorizationInit,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options: DeviceOptions,
  ): Promise<TokenResult> {
    return this.#signInOnDevice(args, options, () => checkExternalAuth(externalAuthType, externalAuthToken));
  }

  /** Separates the provisional account from the Discord account again. Revokes all tokens for both accounts. */
  async UnmergeIntoProvisionalAccount(
    applicationId: SnowflakeInput,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    options: CallOptions = {},
  ): Promise<void> {
    await this.#context.run("Unmerging the account", options, async (signal) => {
      const id = parseSnowflake(applicationId, "applicationId");
      const external = checkExternalAuth(externalAuthType, externalAuthToken);
      const backend = await this.#context.backend(signal);
      return backend.unmergeIntoProvisionalAccount({ applicationId: id, external }, signal);
    });
  }

  /**
   * Fetches the player to whom a token belongs, which also verifies the token. Does not affect the client's own token.
   *
   * @throws ClientError HTTPError with status 401 if the token is invalid.
   */
  async FetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    options: CallOptions = {},
  ): Promise<CurrentUser> {
    return this.#context.run("Fetching the current user", options, async (signal) => {
      const checked = this.#given(checkBearer(tokenType, token));
      const backend = await this.#context.backend(signal);
      return backend.fetchCurrentUser(checked, signal);
    });
  }

  /** Whether the client has a token, even if the token has expired. */
  IsAuthenticated(): boolean {
    return this.#context.token.isPresent;
  }

  /**
   * Sets a callback for the expiration of tokens passed to {@link Client.UpdateToken}. It runs once per token, one minute before
   * the token expires, or as soon as the token is found to have expired. Sessions created by {@link Client.signIn} refresh their
   * tokens instead.
   */
  SetTokenExpirationCallback(callback: () => void): void {
    this.#context.calls.checkOpen();
    const name = "SetTokenExpirationCallback";
    this.#context.token.setExpirationCallback(this.#context.guard(name, callable()(callback, "callback")));
  }

  #signInOnDevice(
    args: DeviceAuthorizationArgs | DeviceAuthorizationInit,
    options: DeviceOptions,
    checkExternal?: () => ExternalAuth,
  ): Promise<TokenResult> {
    const context = this.#context;
    const { onPrompt, signal } = context.guardAll(readDeviceOptions(options, "options"));
    const operation = { name: "Signing in on another device", signal, group: "device" } as const;
    return context.calls.run(operation, async (end) => {
      const checked = DeviceAuthorizationArgs.from(args);
      const applicationId = checked.ClientId() ?? context.application();
      const scopes = parseScopes(checked.Scopes());
      const external = checkExternal?.();
      const backend = await context.backend(end);
      return backend.getTokenFromDevice({ applicationId, scopes, onPrompt, external }, end);
    });
  }

  /** Masks the caller's token in the log and returns it. */
  #given(token: string): string {
    this.#context.secrets.register(token);
    return token;
  }
}
