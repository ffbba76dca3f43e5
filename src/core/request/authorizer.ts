import { ClientError, validationError } from "../errors.ts";
import { orAborted } from "./abort.ts";
import { heldSecrets, parseSecret, type ParsedCredential } from "./credential.ts";
import { maskSecret } from "./mask-secret.ts";
import { answerOf, callbackFailed } from "../check/callback.ts";
import { createClock, type SteadyClock } from "./clock.ts";
import { saidSeconds, invalidResponse } from "./response.ts";
import type { Fetch } from "./send.ts";
import { loadOnce } from "../lazy.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { serviceError } from "./service-error.ts";
import { createOAuthFetch } from "./oauth-fetch.ts";
import { missingUserToken, type UserAccess } from "./user-access.ts";

/** The credentials that an endpoint accepts: the bot's token or client credentials, the bot's token alone, or a user's token. */
export type Access = "application" | "bot" | UserAccess;

/** The proof sent with one request. */
export interface Authorization {
  /** The value of the `Authorization` header. */
  readonly header: string;
  /** Whose limits the request counts against; the same for every token of one identity. */
  readonly identity: "bot" | "client" | "user";
}

/** The request that needs an authorization. */
export interface AuthorizationRequest {
  readonly operation: string;
  readonly signal: AbortSignal | undefined;
  /** The token that the service has just refused with 401: another one is requested, if there can be one. */
  readonly rejected?: Authorization | undefined;
}

/** The settings of an {@link Authorizer} beside the credential. */
export type AuthorizerInit = Omit<ClientCredentialsInit, "client" | "mask">;

const mostSecrets = 20;

/** The bot token and the client secret come first, and stay. */
const firstRenewable = 2;

/** Picks the credential an endpoint accepts, and knows every secret in use. */
export class Authorizer {
  readonly #credential: ParsedCredential;
  readonly #client: ClientCredentials | undefined;
  readonly #onSecret: (secret: string) => void;
  /** The latest, the oldest first: tokens come and go as long as a client lives. */
  readonly #secrets: string[];

  /** @param credential - whose own secrets are registered. */
  constructor(credential: ParsedCredential, init: AuthorizerInit) {
    const { client } = credential;
    this.#credential = credential;
    this.#secrets = [...heldSecrets(credential)];
    this.#onSecret = init.onSecret;
    const onSecret = (secret: string): void => this.#learn(secret);
    this.#client =
      client && new ClientCredentials({ ...init, client, onSecret, mask: (text) => this.mask(text) });
  }

  /** @throws ClientError `missing_credential` before anything is sent, when none fits. */
  async authorize(
    access: Access,
    { operation, signal, rejected }: AuthorizationRequest,
  ): Promise<Authorization> {
    const { botToken, userToken } = this.#credential;
    if (typeof access === "object") {
      if (!userToken) throw missingUserToken(operation, access);
      const asked = answerOf(
        () => userToken(rejected && tokenOf(rejected), access.scope),
        (text) => this.mask(text),
        () => callbackFailed("userToken"),
      );
      const token = parseSecret(await orAborted(asked, operation, signal), "userToken");
      this.#learn(token);
      return { header: `Bearer ${token}`, identity: "user" };
    }
    if (botToken !== undefined) return { header: `Bot ${botToken}`, identity: "bot" };
    if (access === "bot") throw missingBotToken(operation);
    if (!this.#client) throw missingApplicationToken(operation);
    if (rejected) this.#client.forget(tokenOf(rejected));
    return { header: `Bearer ${await this.#client.token(signal)}`, identity: "client" };
  }

  /** A text in which no secret of this client can be read. */
  mask(text: string): string {
    let masked = text;
    for (const secret of this.#secrets) masked = maskSecret(masked, secret);
    return masked;
  }

  #learn(secret: string): void {
    if (this.#secrets.includes(secret)) return;
    if (this.#secrets.length >= mostSecrets) this.#secrets.splice(firstRenewable, 1);
    this.#secrets.push(secret);
    this.#onSecret(secret);
  }
}

/** The token in the header. */
function tokenOf({ header }: Authorization): string {
  return header.slice(header.indexOf(" ") + 1);
}

function missingBotToken(operation: string) {
  return validationError(
    "missing_credential",
    `${operation} needs the bot's token, and the credential has no botToken.`,
    "Pass botToken, which is in the developer portal. The service accepts neither client credentials nor a user's token here.",
  );
}

function missingApplicationToken(operation: string) {
  return validationError(
    "missing_credential",
    `${operation} needs a token of the application, and the credential has only a userToken.`,
    "Pass botToken, or clientId and clientSecret: a token with the scope applications.commands.update " +
      "is then obtained. Both are in the developer portal.",
  );
}

const operation = "Obtaining a client-credentials token";
const scope = "applications.commands.update";

/** The settings of a request to the token endpoint. */
export interface ClientCredentialsInit {
  readonly client: { readonly id: Snowflake; readonly secret: string };
  readonly apiBase: string;
  readonly timeoutMs: number;
  readonly fetch: Fetch | undefined;
  /** Told each new token before it is used. */
  readonly onSecret: (secret: string) => void;
  readonly mask: (text: string) => string;
}

interface Token {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly renewAt: number;
}

/**
 * The application's own token: cached, renewed before it ends, asked for once however many callers wait
 * (Discord documentation, OAuth2, "Client Credentials Grant").
 */
export class ClientCredentials {
  readonly #init: ClientCredentialsInit;
  readonly #clock = createClock();
  #token: Token | undefined;
  #pending: Promise<Token> | undefined;

  constructor(init: ClientCredentialsInit) {
    this.#init = init;
  }

  /** @throws ApiError with the OAuth error, for example `invalid_client`. */
  async token(signal: AbortSignal | undefined): Promise<string> {
    if (this.#token && this.#clock() < this.#token.renewAt) return this.#token.value;
    this.#pending ??= this.#renew();
    return (await orAborted(this.#pending, operation, signal)).value;
  }

  /** Forgets a token that the service refused, unless it was replaced meanwhile. */
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

/** A program with a bot token never loads it. The used exports are named, so that bundlers drop the rest. */
const loadRequest = loadOnce(async () => {
  const oauth = await import("oauth4webapi");
  return async (init: ClientCredentialsInit, clock: SteadyClock): Promise<Token> => {
    const server = { issuer: init.apiBase, token_endpoint: `${init.apiBase}/oauth2/token` };
    const client = { client_id: init.client.id };
    const askedAt = clock();
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
          // The base URL was checked: plain http leads to this machine only.
          [oauth.allowInsecureRequests]: true,
          [oauth.customFetch]: oauthFetch,
        },
      );
      const token = await oauth.processClientCredentialsResponse(server, client, response);
      return remember(token.access_token, saidSeconds(token.expires_in) ?? 0, askedAt, init);
    } catch (error) {
      // Errors of the library show tokens when printed: only ours pass.
      throw error instanceof ClientError ? error : invalidResponse(operation, "a token");
    }
  };
});

function remember(value: string, expiresIn: number, askedAt: number, init: ClientCredentialsInit): Token {
  init.onSecret(value);
  const margin = Math.min(300, expiresIn / 10);
  return { value, renewAt: askedAt + (expiresIn - margin) * 1000 };
}
