import { parseForeignJson } from "./response.ts";
import { type Fetch, type HttpAnswer, send } from "./send.ts";

/** What {@link createOAuthFetch} needs. */
export interface OAuthFetchInit {
  readonly operation: string;
  readonly timeoutMs: number;
  readonly fetch: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told the answer's text before anybody parses it. */
  readonly onText?: ((text: string) => void) | undefined;
  /** The error of an answer that is not a success. */
  readonly refuse: (answer: HttpAnswer) => Error;
}

/** The part of oauth4webapi's request that is sent. */
interface OAuthRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams;
}

/**
 * A `fetch` for oauth4webapi that keeps our rules: time and size limits, no redirects, and our own errors for every
 * answer but success.
 */
export function createOAuthFetch(
  init: OAuthFetchInit,
): (url: string, request: OAuthRequest) => Promise<Response> {
  const { onText, refuse, ...options } = init;
  return async (url, { headers, body }) => {
    const answer = await send(url, { ...options, method: "POST", headers, body: body.toString() });
    onText?.(answer.text);
    if (answer.status !== 200) throw refuse(answer);
    return readResponse(answer);
  };
}

/** An answer whose text is here already: the platform's own Response would turn it into a stream and read that again. */
function readResponse({ text, headers }: HttpAnswer): Response {
  const response = new Response(null, { headers: { "content-type": headers.get("content-type") ?? "" } });
  return Object.assign(response, {
    text: async () => text,
    json: async (): Promise<unknown> => parseForeignJson(text),
  });
}
