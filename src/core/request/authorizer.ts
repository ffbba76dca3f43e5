import { ClientError, validationError } from "../errors.ts";
import { orAborted } from "./abort.ts";
import { credentialSecrets, parseSecret, type ParsedCredential } from "./credential.ts";
import { maskSecret } from "./mask-secret.ts";
import { answerOf, callbackFailed } from "../check/callback.ts";
import { createClock, type SteadyClock } from "./clock.ts";
import { parseSeconds, invalidResponse } from "./response.ts";
import type { Fetch } from "./addresses.ts";
import { loadOnce } from "../lazy.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { serviceError } from "./service-error.ts";
import { createOAuthFetch } from "./send.ts";
import { missingUserToken, type UserAccess } from "./user-access.ts";

/** Which credentials an endpoint accepts: a bot token or client credentials, only a bot token, or a user's token. */
export type EndpointAccess = "application" | "bot" | UserAccess;

export interface Authorization {
  readonly header: string;
  /** Whose rate limits apply. All tokens with the same identity share them. */
  readonly identity: "bot" | "client" | "user";
}

export interface AuthorizationRequest {
  readonly operation: string;
  readonly signal: AbortSignal | undefined;
  /** The authorization that the service has just rejected with 401. It is replaced by a new token if possible. */
  readonly rejected?: Authorization | undefined;
}

export type AuthorizerInit = Omit<ClientCredentialsInit, "client" | "mask">;

const maxSecrets = 20;

/** The bot token and the client secret come first and are never removed. */
const firstRenewable = 2;

export class Authorizer {
  readonly #credential: ParsedCredential;
  readonly #client: ClientCredentials | undefined;
  readonly #onSecret: (secret: string) => void;
  /** Oldest first. Limited in number, because a long-lived client uses many tokens. */
  readonly #secrets: string[];

  constructor(credential: ParsedCredential, init: AuthorizerInit) {
    const { client } = credential;
    this.#credential = credential;
    this.#secrets = [...credentialSecrets(credential)];
    this.#onSecret = init.onSecret;
    const onSecret = (secret: string): void => this.#register(secret);
    this.#client =
      client && new ClientCredentials({ ...init, client, onSecret, mask: (text) => this.mask(text) });
  }

  async authorize(
    access: EndpointAccess,
    { operation, signal, rejected }: AuthorizationRequest,
  ): Promise<Authorization> {
    const { botToken, userToken } = this.#credential;
    if (typeof access === "object") {
      if (!userToken) throw missingUserToken(operation, access);
      const grantResponse = answerOf(
        () => userToken(rejected && tokenOf(rejected), access.scope),
        (text) => this.mask(text),
        () => callbackFailed("userToken"),
      );
      const token = parseSecret(await orAborted(grantResponse, operation, signal), "userToken");
      this.#register(token);
      return { header: `Bearer ${token}`, identity: "user" };
    }
    if (botToken !== undefined) return { header: `Bot ${botToken}`, identity: "bot" };
    if (access === "bot") throw missingBotToken(operation);
    if (!this.#client) throw missingApplicationToken(operation);
    if (rejected) this.#client.forget(tokenOf(rejected));
    return { header: `Bearer ${await this.#client.token(signal)}`, identity: "client" };
  }

  mask(text: string): string {
    let masked = text;
    for (const secret of this.#secrets) masked = maskSecret(masked, secret);
    return masked;
  }

  #register(secret: string): void {
    if (this.#secrets.includes(secret)) return;
    if (this.#secrets.length >= maxSecrets) this.#secrets.splice(firstRenewable, 1);
    this.#secrets.push(secret);
    this.#onSecret(secret);
  }
}

function tokenOf({ header }: Authorization): string {
  return header.slice(header.indexOf(" ") + 1);
}

function missingBotToken(operation: string) {
  return validationError(
    "missing_credential",
    `${operation} requires a bot token, but the credential has no botToken.`,
    "Pass the botToken from the developer portal. The service does not accept client credentials or a user's token here.",
  );
}

function missingApplicationToken(operation: string) {
  return validationError(
    "missing_credential",
    `${operation} requires an application token, but the credential has only a userToken.`,
    "Pass botToken, or clientId and clientSecret to obtain a token with the applications.commands.update scope. " +
      "All three are in the developer portal.",
  );
}

const operation = "Obtaining a client-credentials token";
const scope = "applications.commands.update";

export interface ClientCredentialsInit {
  readonly client: { readonly id: Snowflake; readonly secret: string };
  readonly apiBase: string;
  readonly timeoutMs: number;
  readonly fetch: Fetch | undefined;
  readonly onSecret: (secret: string) => void;
  readonly mask: (text: string) => string;
}

interface Token {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly renewAt: number;
}

/**
 * Caches the application's token and renews it before it expires. Concurrent callers share one request (Discord documentation,
 * OAuth2, "Client Credentials Grant").
 */
export class ClientCredentials {
  readonly #init: ClientCredentialsInit;
  readonly #clock = createClock();
  #token: Token | undefined;
  #pending: Promise<Token> | undefined;

  constructor(init: ClientCredentialsInit) {
    this.#init = init;
  }

  async token(signal: AbortSignal | undefined): Promise<string> {
    if (this.#token && this.#clock() < this.#token.renewAt) return this.#token.value;
    this.#pending ??= this.#renew();
    return (await orAborted(this.#pending, operation, signal)).value;
  }

  forget(refused: string): void {
    if (this.#token?.value === refused) this.#token = undefined;
  }

  async #renew(): Promise<Token> {
    try {
      const requestToken = await loadRequest();
      this.#token = await requestToken(this.#init, this.#clock);
      return this.#token;
    } finally {
      this.#pending = undefined;
    }
  }
}

/** Not needed with a bot token. Named exports let bundlers drop unused code. */
const loadRequest = loadOnce(async () => {
  const oauth = await import("oauth4webapi");
  return async (init: ClientCredentialsInit, clock: SteadyClock): Promise<Token> => {
    const server = { issuer: init.apiBase, token_endpoint: `${init.apiBase}/oauth2/token` };
    const client = { client_id: init.client.id };
    const requestedAt = clock();
    const oauthFetch = createOAuthFetch({
      operation,
      timeoutMs: init.timeoutMs,
      fetch: init.fetch,
      refuse: (answer) => serviceError(answer, { operation, mask: init.mask }),
    });
    try {
      const response = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        oauth.ClientSecretBasic(init.client.secret),
        { scope },
        {
          // The base URL has already been validated; http is allowed only on this machine.
          [oauth.allowInsecureRequests]: true,
          [oauth.customFetch]: oauthFetch,
        },
      );
      const token = await oauth.processClientCredentialsResponse(server, client, response);
      return remember(token.access_token, parseSeconds(token.expires_in) ?? 0, requestedAt, init);
    } catch (error) {
      // Other errors could reveal tokens when printed.
      throw error instanceof ClientError ? error : invalidResponse(operation, "a token");
    }
  };
});

function remember(value: string, expiresIn: number, requestedAt: number, init: ClientCredentialsInit): Token {
  init.onSecret(value);
  const margin = Math.min(300, expiresIn / 10);
  return { value, renewAt: requestedAt + (expiresIn - margin) * 1000 };
}
