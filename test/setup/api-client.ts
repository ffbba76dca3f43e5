import { expect } from "vitest";
import type { TransportHooks } from "../../src/core/request/call.ts";
import { ApiClient, type ApiCredential } from "../../src/resources/index.ts";
import { applicationId } from "./commands/samples.ts";

export interface SentRequest {
  readonly method: string;
  /** The path relative to the base URL, including the query. */
  readonly path: string;
  readonly authorization: string | null;
  /** The parsed JSON, or undefined if there is no body. */
  readonly body: unknown;
}

/** Returns the body of the service's response, or null for status 204. */
type Answering = (request: SentRequest) => unknown;

/** Asserts that a call requires a user token with this scope and that its errors mention the scope. */
export async function expectUserScope(
  scope: string,
  use: (api: ApiClient) => Promise<unknown>,
  answer: unknown,
): Promise<void> {
  const scopes: string[] = [];
  const userToken = async (_rejected: unknown, requested: string) => (scopes.push(requested), "user");
  await use(connectApi(() => answer, { userToken }).api);
  expect(scopes).toEqual([scope]);
  const { api, requests } = connectApi(undefined, { botToken: "bot" });
  const hint = expect.stringContaining(`the ${scope} scope`) as string;
  await expect(use(api)).rejects.toMatchObject({ code: "missing_credential", hint });
  expect(requests).toEqual([]);
  const refused = connectApi(() => refusal(403, 50_001));
  await expect(use(refused.api)).rejects.toMatchObject({
    code: "missing_access",
    hint: `The token needs the ${scope} scope: sign in again with it.`,
  });
}

/** Asserts that a call rejects with this message, or part of it, without sending a request. */
export async function expectInvalid(
  call: (api: ApiClient) => Promise<unknown>,
  message: string,
): Promise<void> {
  const { api, requests } = connectApi();
  await expect(call(api)).rejects.toThrow(message);
  expect(requests).toEqual([]);
}

/** Returns the response to requests for pages of up to 100 of `count` items, whose ids start at 1. */
export function pagesOf(count: number, item: (id: number) => object): (request: SentRequest) => object[] {
  return ({ path }) => {
    const after = Number(new URL(path, "http://localhost").searchParams.get("after"));
    return Array.from({ length: Math.min(100, count - after) }, (_, index) => item(after + index + 1));
  };
}

export function refusal(status: number, code: number, message = "Refused"): Response {
  return Response.json({ code, message }, { status });
}

/**
 * Creates an API client that has every credential. Its service responds with the JSON that `answer` returns; `requests` records the
 * client's requests.
 */
export function connectApi(
  answer: Answering = () => null,
  credential: ApiCredential = { botToken: "bot", userToken: () => Promise.resolve("user") },
  hooks: TransportHooks = {},
): { readonly api: ApiClient; readonly requests: SentRequest[] } {
  const requests: SentRequest[] = [];
  const fetch = async (url: string, { method = "GET", headers, body }: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const request = {
      method,
      path: pathname.replace("/api/v10", "") + search,
      authorization: new Headers(headers).get("authorization"),
      body: typeof body === "string" ? (JSON.parse(body) as unknown) : undefined,
    };
    requests.push(request);
    const answered = await answer(request);
    if (answered instanceof Response) return answered;
    return answered === null ? new Response(null, { status: 204 }) : Response.json(answered);
  };
  return { api: new ApiClient({ applicationId, credential, fetch, ...hooks }), requests };
}
