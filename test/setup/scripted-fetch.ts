import type { Fetch } from "../../src/core/request/addresses.ts";
import { parseFields, type ScriptedAnswer, type RecordedRequest } from "./scripted-service.ts";

/** An answer, a complete response, or a network failure. */
export type FetchAnswer = ScriptedAnswer | Response | Error;

/** Simulates a service without a server: a `fetch` that responds with `answer` and records every request. */
export function scriptedFetch(answer: (request: RecordedRequest) => FetchAnswer | Promise<FetchAnswer>) {
  const requests: RecordedRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    const body = typeof init.body === "string" ? init.body : "";
    const recorded = {
      method: init.method ?? "GET",
      path: url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body,
      fields: parseFields(body),
    };
    requests.push(recorded);
    return toResponse(await answer(recorded));
  };
  return { requests, fetch };
}

function toResponse(reply: FetchAnswer): Response {
  if (reply instanceof Error) throw reply;
  if (reply instanceof Response) return reply;
  const { status = 200, headers } = reply;
  const body = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}
