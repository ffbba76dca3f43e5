import type { JsonCallOptions } from "./ask.ts";
import { parseForeignJson } from "./response.ts";
import { type HttpAnswer, send } from "./send.ts";

export type OAuthFetchInit = Pick<
  JsonCallOptions,
  "operation" | "timeoutMs" | "fetch" | "signal" | "onText" | "refuse"
>;

interface OAuthRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams;
}

/** A `fetch` for oauth4webapi with the library's timeouts, size limits, redirect policy and errors. */
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

/** A real Response would convert the text to a stream and read it again. */
function readResponse({ text, headers }: HttpAnswer): Response {
  const response = new Response(null, { headers: { "content-type": headers.get("content-type") ?? "" } });
  return Object.assign(response, {
    text: async () => text,
    json: async (): Promise<unknown> => parseForeignJson(text),
  });
}
