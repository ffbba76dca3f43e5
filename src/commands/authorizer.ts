import { validationError } from "../errors.ts";
import { orAborted } from "../http/abort.ts";
import { ClientCredentials, type ClientCredentialsInit } from "./client-credentials.ts";
import { parseSecret, type ParsedCredential } from "./credential.ts";

/** What an endpoint accepts: a token of the application, or of a user who may edit permissions. */
export type Access = "application" | "user";

/** The proof sent with one request. */
export interface Authorization {
  /** The value of the `Authorization` header. */
  readonly header: string;
  /** Whose limits the request counts against; the same for every token of one identity. */
  readonly identity: "bot" | "client" | "user";
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
  readonly #secrets: string[] = [];

  constructor(credential: ParsedCredential, init: AuthorizerInit) {
    const { botToken, client } = credential;
    this.#credential = credential;
    this.#onSecret = init.onSecret;
    const onSecret = (secret: string): void => this.#learn(secret);
    this.#client =
      client && new ClientCredentials({ ...init, client, onSecret, mask: (text) => this.mask(text) });
    if (botToken !== undefined) this.#learn(botToken);
    if (client) this.#learn(client.secret);
  }

  /** Whether a user's token can be had. */
  get hasUserToken(): boolean {
    return this.#credential.userToken !== undefined;
  }

  /** @throws ClientError `missing_credential` before anything is sent, when none fits. */
  async authorize(
    access: Access,
    operation: string,
    signal: AbortSignal | undefined,
  ): Promise<Authorization> {
    const { botToken, userToken } = this.#credential;
    if (access === "user") {
      if (!userToken) throw missingUserToken(operation);
      return { header: `Bearer ${await this.#userToken(userToken, operation, signal)}`, identity: "user" };
    }
    if (botToken !== undefined) return { header: `Bot ${botToken}`, identity: "bot" };
    if (!this.#client) throw missingApplicationToken(operation);
    return { header: `Bearer ${await this.#client.token(signal)}`, identity: "client" };
  }

  /** After a 401: whether asking again may give another token. */
  renew({ header, identity }: Authorization): boolean {
    if (identity !== "client") return false;
    this.#client?.forget(header.slice("Bearer ".length));
    return true;
  }

  /** A text in which no secret of this client can be read. */
  mask(text: string): string {
    let masked = text;
    for (const secret of this.#secrets) masked = masked.replaceAll(secret, "[secret]");
    return masked;
  }

  async #userToken(
    userToken: () => Promise<string>,
    operation: string,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const token = parseSecret(await orAborted(userToken(), operation, signal), "userToken");
    this.#learn(token);
    return token;
  }

  #learn(secret: string): void {
    if (this.#secrets.includes(secret)) return;
    if (this.#secrets.length >= mostSecrets) this.#secrets.splice(firstRenewable, 1);
    this.#secrets.push(secret);
    this.#onSecret(secret);
  }
}

function missingUserToken(operation: string) {
  return validationError(
    "missing_credential",
    `${operation} needs a user's token, and the credential has no userToken.`,
    "Sign in a user who manages the guild and its roles, with the scope applications.commands.permissions.update, " +
      "and pass userToken: () => session.accessToken(). A bot token is never accepted here.",
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
