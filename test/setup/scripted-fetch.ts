import type { Fetch } from "../../src/core/request/fetch.ts";
import { parseFields, type ScriptedAnswer, type ReceivedRequest } from "./scripted-service.ts";

/** A result of {@link scriptedFetch}: an answer, a complete response, or a network failure. */
export type FetchAnswer = ScriptedAnswer | Response | Error;

/** A scripted service without a server: a `fetch` that responds with `answer` and records every request. */
export function scriptedFetch(answer: (request: ReceivedRequest) => FetchAnswer | Promise<FetchAnswer>) {
  const requests: ReceivedRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    const body = typeof init.body === "string" ? init.body : "";
    const received = {
      method: init.method ?? "GET",
      path: url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body,
      fields: parseFields(body),
    };
    requests.push(received);
    return toResponse(await answer(received));
  };
  return { requests, fetch };
}

function toResponse(response: FetchAnswer): Response {
  if (response instanceof Error) throw response;
  if (response instanceof Response) return response;
  const { status = 200, headers } = response;
  const body = typeof response.body === "string" ? response.body : JSON.stringify(response.body);
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}
