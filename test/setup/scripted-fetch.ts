import type { Fetch } from "../../src/core/request/fetch.ts";
import { parseFields, type ScriptedAnswer, type SeenRequest } from "./scripted-service.ts";

/** What {@link scriptedFetch} returns: an answer, a complete response, or a network failure. */
export type FetchAnswer = ScriptedAnswer | Response | Error;

/** A scripted service without a server: a `fetch` that responds with `answer` and records every request. */
export function scriptedFetch(answer: (request: SeenRequest) => FetchAnswer | Promise<FetchAnswer>) {
  const requests: SeenRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    const body = typeof init.body === "string" ? init.body : "";
    const seen = {
      method: init.method ?? "GET",
      path: url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body,
      fields: parseFields(body),
    };
    requests.push(seen);
    return toResponse(await answer(seen));
  };
  return { requests, fetch };
}

function toResponse(said: FetchAnswer): Response {
  if (said instanceof Error) throw said;
  if (said instanceof Response) return said;
  const { status = 200, headers } = said;
  const body = typeof said.body === "string" ? said.body : JSON.stringify(said.body);
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}
