import { validationError } from "../errors.ts";
import { isText } from "../check/readers.ts";
import { orAborted } from "./abort.ts";
import { credentialSecrets, parseSecret, type ParsedCredential } from "./credential.ts";
import { maskSecret } from "./mask-secret.ts";
import { answerOf, callbackFailed } from "../check/callback.ts";
import { createClock, type SteadyClock } from "./clock.ts";
import { invalidResponse, parseObject, parseSeconds } from "./response.ts";
import type { Fetch } from "./addresses.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { serviceError } from "./service-error.ts";
import { formHeaders, send } from "./send.ts";
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
      this.#token = await requestToken(this.#init, this.#clock);
      return this.#token;
    } finally {
      this.#pending = undefined;
    }
  }
}

async function requestToken(init: ClientCredentialsInit, clock: SteadyClock): Promise<Token> {
  const { client, apiBase, timeoutMs, fetch, mask, onSecret } = init;
  const requestedAt = clock();
  const answer = await send(`${apiBase}/oauth2/token`, {
    operation,
    method: "POST",
    headers: formHeaders(client.id, client.secret),
    body: new URLSearchParams({ grant_type: "client_credentials", scope }).toString(),
    timeoutMs,
    fetch,
  });
  if (answer.status !== 200) throw serviceError(answer, { operation, mask });
  const { access_token: value, token_type: type, expires_in: lifetime } = parseObject(answer.text);
  if (!isText(value) || !/^bearer$/i.test(String(type))) throw invalidResponse(operation, "a token");
  onSecret(value);
  const expiresIn = parseSeconds(lifetime) ?? 0;
  const margin = Math.min(300, expiresIn / 10);
  return { value, renewAt: requestedAt + (expiresIn - margin) * 1000 };
}
