import { type ApiPath, apiPath, resolveApiBase } from "../core/request/addresses.ts";
import { WaitBudget, limitedAnswer } from "../core/request/wait-budget.ts";
import { serviceError } from "../core/request/service-error.ts";
import { sharedLimits, type RequestLimits } from "../core/request/limits.ts";
import { parseJson } from "../core/request/response.ts";
import { maskSecret } from "../core/request/mask-secret.ts";
import { type HttpAnswer, send, type SendOptions } from "../core/request/send.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import {
  type CodeForm,
  codeForm,
  formHeaders,
  playerOf,
  refusedTokens,
  secretsOfCode,
} from "../tokens/confidential-client.ts";
import { type ExternalAuth, wireExternalAuth } from "../tokens/external-auth.ts";
import { readGrant, type TokenGrant } from "../tokens/token-set.ts";
import type { CheckedOptions } from "./options.ts";
import type { AnswerTime } from "./renewals.ts";

const timeoutMs = 15_000;
const mayWaitMs = 2000;
const tokenPath = apiPath`/oauth2/token`;

interface Sent extends Pick<SendOptions, "operation" | "headers" | "body" | "signal"> {
  readonly path: ApiPath;
  /** Called right before the request is sent, because the process may have been suspended. Default: 15,000 milliseconds. */
  readonly answerTime?: AnswerTime | undefined;
}

interface Posted extends Omit<Sent, "headers" | "body"> {
  readonly form: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

export class TokenService {
  readonly #options: CheckedOptions;
  readonly #apiBase: string;
  readonly #limits: RequestLimits | undefined;

  constructor(options: CheckedOptions) {
    this.#options = options;
    this.#apiBase = resolveApiBase(options);
    const { limits } = options;
    this.#limits = limits && sharedLimits(limits, (text) => this.#mask(text), mayWaitMs);
  }

  async exchange({ external, ...code }: CodeOfPlayer, signal: AbortSignal | undefined): Promise<TokenGrant> {
    const operation = "Exchanging the authorization code";
    const form = { ...codeForm(code), ...(external && wireExternalAuth(external)) };
    const secrets = [...secretsOfCode(code), ...(external ? [external.token] : [])];
    const tokenRequest = { operation, path: tokenPath, form, secrets, signal };
    return readGrant(operation, await this.#post(tokenRequest));
  }

  /** A refresh token works only once, so the request is sent only once (RFC 6749 §6). */
  async refresh(refreshToken: string, answerTime: AnswerTime): Promise<TokenGrant> {
    const operation = "Refreshing a player's token";
    const form = { grant_type: "refresh_token", refresh_token: refreshToken };
    const secrets = [refreshToken];
    const tokenRequest = { operation, path: tokenPath, form, secrets, answerTime };
    return readGrant(operation, await this.#post(tokenRequest));
  }

  async revoke(token: string, signal: AbortSignal | undefined): Promise<void> {
    const operation = "Revoking a player's tokens";
    const path = apiPath`/oauth2/token/revoke`;
    await this.#post({ operation, path, form: { token }, secrets: [token], signal });
  }

  async authenticate(
    external: ExternalAuth,
    { signal, answerTime }: Pick<Sent, "signal" | "answerTime">,
  ): Promise<TokenGrant> {
    const operation = "Getting a provisional token";
    const { applicationId, clientSecret } = this.#options;
    const proof = { client_id: applicationId, client_secret: clientSecret, ...wireExternalAuth(external) };
    const answer = await this.#send({
      operation,
      path: apiPath`/partner-sdk/token`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(proof),
      answerTime,
      signal,
    });
    const mask = (text: string) => this.#mask(text, external.token);
    if (answer.status !== 200) throw serviceError(answer, { operation, mask });
    return readGrant(operation, parseJson(answer.text, operation));
  }

  playerOf(grant: TokenGrant, signal: AbortSignal | undefined): Promise<Snowflake> {
    return playerOf(grant, {
      apiBase: this.#apiBase,
      timeoutMs,
      fetch: this.#options.fetch,
      signal,
      mask: (text) => this.#mask(text, grant.accessToken),
    });
  }

  async #post({ form, secrets, ...request }: Posted): Promise<unknown> {
    const { operation } = request;
    const { applicationId, clientSecret } = this.#options;
    const headers = formHeaders(applicationId, clientSecret);
    const answer = await this.#send({ ...request, headers, body: new URLSearchParams(form).toString() });
    const mask = (text: string) => this.#mask(text, ...secrets);
    if (answer.status !== 200) throw refusedTokens(answer, operation, mask);
    return answer.text === "" ? undefined : parseJson(answer.text, operation);
  }

  /** Codes and refresh tokens work only once, so requests are never retried. */
  async #send({ path, headers, answerTime, ...request }: Sent): Promise<HttpAnswer> {
    const slot = await this.#enter(`POST ${path}`, request);
    let answer: HttpAnswer | undefined;
    try {
      answer = await send(this.#apiBase + path, {
        ...request,
        timeoutMs: answerTime?.() ?? timeoutMs,
        method: "POST",
        headers: { accept: "application/json", ...headers },
        fetch: this.#options.fetch,
      });
      return answer;
    } finally {
      slot?.leave(answer && limitedAnswer(answer));
    }
  }

  async #enter(route: string, { operation, signal }: Omit<Sent, "path" | "headers">) {
    const budget = new WaitBudget(operation, signal, { maxWaitMs: mayWaitMs });
    return this.#limits?.enter({
      applicationId: this.#options.applicationId,
      identity: "client",
      countsPerSecond: false,
      route,
      resource: "",
      operation,
      signal,
      mayWaitMs,
      wait: async (ms, reason) => budget.wait(ms, reason),
    });
  }

  #mask(text: string, ...secrets: readonly string[]): string {
    return [this.#options.clientSecret, ...secrets].reduce(maskSecret, text);
  }
}

interface CodeOfPlayer extends CodeForm {
  readonly external: ExternalAuth | undefined;
}
