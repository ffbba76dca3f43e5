import { validationError } from "../errors.ts";
import { orAborted } from "./abort.ts";
import { maskSecret } from "./mask-secret.ts";
import { answerOf, callbackFailed } from "../check/callback.ts";
import { ClientCredentials, type ClientCredentialsInit } from "./client-credentials.ts";
import { heldSecrets, parseSecret, type ParsedCredential } from "./credential.ts";

/** What an endpoint accepts: the bot's token or client credentials, the bot's token alone, or a user's token. */
export type Access = "application" | "bot" | UserAccess;

/** A token of a signed-in user is needed. */
export interface UserAccess {
  /** The scope that the token needs. */
  readonly scope: string;
  /** Who has to sign in, for example `a user who manages the guild and its roles`. Default `the player`. */
  readonly user?: string;
}

/** The proof sent with one request. */
export interface Authorization {
  /** The value of the `Authorization` header. */
  readonly header: string;
  /** Whose limits the request counts against; the same for every token of one identity. */
  readonly identity: "bot" | "client" | "user";
}

/** For what a proof is asked for. */
export interface AuthorizationRequest {
  readonly operation: string;
  readonly signal: AbortSignal | undefined;
  /** What the service has just refused with 401: another token is asked for, where there can be one. */
  readonly rejected?: Authorization | undefined;
}

/** What {@link Authorizer} needs beside the credential. */
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

function missingUserToken(operation: string, { scope, user = "the player" }: UserAccess) {
  return validationError(
    "missing_credential",
    `${operation} needs a user's token, and the credential has no userToken.`,
    `Sign in ${user}, with the scope ${scope}, and pass userToken: (rejected) => session.accessToken({ rejected }). ` +
      "A bot token is never accepted here.",
  );
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
