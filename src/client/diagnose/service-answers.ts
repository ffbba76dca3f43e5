import { randomBytes } from "node:crypto";
import { parseObject, invalidResponse } from "../../core/request/response.ts";
import { type AuthorizeAnswer, askAuthorizePage } from "../../sign-in/authorization-endpoint.ts";
import { createCodeVerifier } from "../../sign-in/code-verifier.ts";
import { ClientError, ErrorType, validationError } from "../../core/errors.ts";
import type { Fetch } from "../../core/request/addresses.ts";
import { type HttpAnswer, send, type SendOptions } from "../../core/request/send.ts";
import type { Service } from "../../tokens/token-endpoint.ts";
import type { Snowflake } from "../../wire/snowflake.ts";

type ParsedPage = Exclude<AuthorizeAnswer, { kind: "unexpected" }>;

/** A subset of the application object (Discord documentation, Application, "Get Current Application"). */
export interface OwnApplication {
  readonly flags: number;
  readonly redirectUris: readonly string[];
}

export interface ServiceQuestion {
  readonly service: Service;
  readonly applicationId: Snowflake;
  readonly scopes: string;
  readonly redirectUri: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly fetch: Fetch | undefined;
}

export class ServiceAnswers {
  readonly #question: ServiceQuestion;
  #gateway: Promise<HttpAnswer> | undefined;
  #authorize: Promise<ParsedPage> | undefined;
  #application: Promise<OwnApplication> | undefined;

  constructor(question: ServiceQuestion) {
    this.#question = question;
  }

  /** A public endpoint (Discord documentation, Gateway, "Get Gateway"). */
  gateway(): Promise<HttpAnswer> {
    const { apiBase } = this.#question.service;
    return (this.#gateway ??= this.#send(`${apiBase}/gateway`, {
      operation: "Querying the API",
      method: "GET",
    }));
  }

  authorize(): Promise<ParsedPage> {
    return (this.#authorize ??= this.#askAuthorize());
  }

  application(botToken: string): Promise<OwnApplication> {
    return (this.#application ??= this.#askApplication(botToken));
  }

  /** Sends a random code and returns the `error` in the response (RFC 6749 §5.2). */
  async exchangeOfNothing(): Promise<string | undefined> {
    const { service, applicationId, redirectUri } = this.#question;
    const answer = await this.#send(service.tokenEndpoint, {
      operation: "Querying the token endpoint",
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: applicationId,
        code: randomBytes(16).toString("hex"),
        code_verifier: createCodeVerifier().Verifier(),
        redirect_uri: redirectUri,
      }).toString(),
    });
    const { error } = parseObject(answer.text);
    return typeof error === "string" ? error : undefined;
  }

  async #askAuthorize(): Promise<ParsedPage> {
    const { service, redirectUri, timeoutMs, signal, fetch, ...request } = this.#question;
    const answer = await askAuthorizePage({ service, request, redirectUri, timeoutMs, signal, fetch });
    if (answer.kind === "unexpected") throw unexpectedStatus("Fetching the authorize page", answer.status);
    return answer;
  }

  async #askApplication(botToken: string): Promise<OwnApplication> {
    const { service, applicationId } = this.#question;
    const operation = "Fetching the application";
    const { status, text } = await this.#send(`${service.apiBase}/applications/@me`, {
      operation,
      method: "GET",
      headers: { accept: "application/json", authorization: `Bot ${botToken}` },
    });
    if (status === 401) throw refusedToken();
    if (status !== 200) throw unexpectedStatus(operation, status);
    const { id, flags, redirect_uris: uris } = parseObject(text);
    if (typeof id !== "string" || !Number.isInteger(flags) || !isListOfTexts(uris)) {
      throw invalidResponse(operation, "an application");
    }
    if (id !== applicationId) throw wrongApplication();
    return { flags: flags as number, redirectUris: uris };
  }

  #send(
    url: string,
    options: Pick<SendOptions, "operation" | "method" | "headers" | "body">,
  ): Promise<HttpAnswer> {
    const { timeoutMs, signal, fetch } = this.#question;
    return send(url, { ...options, timeoutMs, signal, fetch });
  }
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

export function unexpectedStatus(operation: string, status: number): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "unexpected_status",
    message: `${operation} failed with status ${status}.`,
    hint:
      status >= 500
        ? "The service is having problems. Try again later."
        : "Check apiBase and webBase, and any proxy or firewall between this machine and the service.",
    status,
  });
}

function refusedToken(): ClientError {
  return validationError(
    "bot_token_refused",
    "The service rejects the bot token.",
    "Copy it again from the developer portal (Bot, Reset Token), or omit it.",
  );
}

function wrongApplication(): ClientError {
  return validationError(
    "wrong_application",
    "The bot token does not belong to the application in applicationId.",
    "Copy both from the same application in the developer portal.",
  );
}
