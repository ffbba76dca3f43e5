import type { Question } from "./ask.ts";
import { parseForeignJson } from "./response.ts";
import { type HttpAnswer, send } from "./send.ts";

/** The settings of {@link createOAuthFetch}. */
export type OAuthFetchInit = Pick<
  Question,
  "operation" | "timeoutMs" | "fetch" | "signal" | "onText" | "refuse"
>;

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
