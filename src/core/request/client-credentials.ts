import { createClock, type SteadyClock } from "./clock.ts";
import { saidSeconds } from "../check/said-time.ts";
import { ClientError } from "../errors.ts";
import { orAborted } from "./abort.ts";
import type { Fetch } from "./send.ts";
import { loadOnce } from "../lazy.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { createOAuthFetch } from "./oauth-fetch.ts";
import { invalidResponse } from "./response.ts";
import { serviceError } from "./service-error.ts";

const operation = "Obtaining a client-credentials token";
const scope = "applications.commands.update";

/** What the token endpoint needs. */
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

/** A program with a bot token never pays for it. What is used of the package is named, so that bundlers leave out the rest. */
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
