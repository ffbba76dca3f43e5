import { ErrorType, isClientError, validationError } from "../core/errors.ts";
import { fields } from "../core/check/fields.ts";
import { asItIs, callable, isObject, optional, readerOf, textOf } from "../core/check/readers.ts";
import {
  type EndpointResponse,
  type IncomingRequest,
  createReport,
  type Report,
} from "../interactions/endpoint/incoming.ts";
import type { SignedEndpoint } from "../interactions/endpoint/endpoint.ts";
import { fromRequest, toResponse } from "../interactions/endpoint/web.ts";
import type { ExternalAuth } from "../tokens/external-auth.ts";
import { type PlayerGrant, PlayerTokens } from "./player-tokens.ts";
import { readForeignJson } from "../core/request/response.ts";

/** Options for {@link createTokenHandler}. @stable */
export interface TokenHandlerOptions {
  /** The return value of `createPlayerTokens`. */
  readonly tokens: PlayerTokens;
  /**
   * The lower-case name of the header in which your proxy passes the player's address, for example `x-real-ip`. Each address may
   * exchange 30 codes a minute. Use only a header that your proxy always overwrites; players can forge any other header. Default:
   * all requests together may exchange 1,200 codes a minute, across all instances.
   */
  readonly addressHeader?: string | undefined;
  /** Called for each error. Default: writes a line to standard error. */
  readonly report?: Report | undefined;
}

const readOptions = fields<TokenHandlerOptions>({
  tokens: readerOf("the result of createPlayerTokens()", (value) => value instanceof PlayerTokens),
  addressHeader: optional(textOf({ most: 100 })),
  report: optional(callable()),
});

const text = optional(textOf({ most: 8192 }));
const readRequest = fields(
  {
    applicationId: textOf({ most: 20 }),
    code: text,
    codeVerifier: text,
    redirectUri: text,
    external: asItIs<ExternalAuth | undefined>(),
    refreshToken: text,
    rejected: text,
  },
  "invalid_request",
);
type TokenRequest = ReturnType<typeof readRequest>;

const bodyLimits = { maxBytes: 16_384, timeoutMs: 10_000 };
const exchangesAMinute = 30;
/** Shared by all requests whose address is unknown. */
const unknownExchangesAMinute = 1200;

/**
 * Creates the endpoint for a game's `ownServer` hooks, as a web-standard `(Request) => Promise<Response>`. It exchanges a code or
 * provider token for an access token and a session secret, and a session secret for a new pair. To run it on Node's HTTP server,
 * use `createNodeListener` from `slashpass/interactions`. Requests never cause the handler to reject.
 *
 * | Request | Status |
 * |---|---|
 * | valid code, provider token or session secret | 200 |
 * | rejected secret: the player has to sign in | 401 |
 * | wrong method; slow body; body too large; invalid request | 405; 408; 413; 400 |
 * | rate limit exceeded | 429 |
 * | service or store unavailable: retry later | 503 |
 *
 * @stable
 * @throws ClientError (ValidationError) for invalid options.
 */
export function createTokenHandler(options: TokenHandlerOptions): SignedEndpoint {
  const { tokens, addressHeader, report: given } = readOptions(options, "options");
  const report = createReport(given);

  const receive = async (incoming: IncomingRequest): Promise<EndpointResponse> => {
    try {
      if (incoming.method !== "POST") return { status: 405 };
      const body = await incoming.readBody(bodyLimits);
      if (typeof body === "number") return { status: body };
      const request = readRequest(parseJson(body), "request");
      if (request.applicationId !== tokens.applicationId)
        throw validationError("invalid_request", "A token request is for another application.");
      const address = (addressHeader && incoming.header(addressHeader)) ?? undefined;
      const grant = await answer(tokens, request, address);
      return { status: 200, body: JSON.stringify(grant), headers: uncached };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.status >= 500)
        report({
          code: "endpoint_failed",
          message: "A game's token request failed.",
          error,
        });
      return refusal;
    }
  };
  const handle = async (request: Request): Promise<Response> =>
    toResponse(await receive(fromRequest(request)));
  return Object.assign(handle, { receive, report });
}

async function answer(
  tokens: PlayerTokens,
  request: TokenRequest,
  address: string | undefined,
): Promise<PlayerGrant> {
  const { code, codeVerifier, redirectUri, external, refreshToken, rejected } = request;
  if (refreshToken !== undefined) return tokens.useSession(refreshToken, { rejected });
  await (address === undefined
    ? tokens.admit("unknown", `exchanges:${tokens.applicationId}`, unknownExchangesAMinute)
    : tokens.admit("address", `exchange:${address}`, exchangesAMinute));
  if (code !== undefined && codeVerifier !== undefined) {
    return tokens.exchange({ code, codeVerifier, redirectUri, external });
  }
  if (external !== undefined) return tokens.authenticate(external);
  throw validationError(
    "invalid_request",
    "A token request requires a code and its verifier, a session secret, or a provider's token.",
  );
}

/** RFC 6749 §5.1. */
const uncached = { "cache-control": "no-store" } as const;

/** The response contains only the error code. The details go to `report`. */
function refusalOf(error: unknown): EndpointResponse {
  const internal = {
    type: ErrorType.Disabled,
    code: "callback_failed",
    status: undefined,
    retryAfter: undefined,
  };
  const { type, code, status, retryAfter } = isClientError(error) ? error : internal;
  const answered = (given: number, word: string): EndpointResponse => ({
    status: given,
    body: JSON.stringify({ error: word, ...(retryAfter !== undefined && { retryAfter }) }),
    headers: {
      ...uncached,
      ...(retryAfter !== undefined && { "retry-after": String(Math.ceil(retryAfter)) }),
    },
  });
  if (code === "invalid_grant" || code === "account_linked") return answered(401, code);
  if (code === "rate_limited" || status === 429) return answered(429, "rate_limited");
  if (type === ErrorType.ValidationError) return answered(400, "invalid_request");
  return answered(503, "temporarily_unavailable");
}

function parseJson(body: Uint8Array): unknown {
  const value = readForeignJson(new TextDecoder().decode(body));
  return isObject(value) ? value : null;
}
