import type { IncomingMessage, ServerResponse } from "node:http";
import { largestForm, readBody, urlOf } from "../base/http.ts";
import { escapeHtml, pageHeaders, renderPage } from "../base/page.ts";
import { type AuthorizationServer, replay } from "./front-door.ts";

/** Longest parameter of an authorization request. A longer state would not fit into the address that leads back. */
export const longestParameter = 4_000;

/**
 * Answers a request of a browser to the authorization server, unless it is larger than a game can mean it to be.
 *
 * @param path - where the authorization server has the page.
 */
export async function answerPageRequest(
  authorizationServer: AuthorizationServer,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { search, searchParams } = urlOf(request);
  const state = searchParams.get("state") ?? "";
  if (state.length > longestParameter) return refuseState(response, state.length);
  request.url = path + search;
  if (request.method !== "POST") return await authorizationServer(request, response);
  const form = new URLSearchParams(await readBody(request, largestForm));
  await authorizationServer(replay(request, request.url, form), response);
}

/** On a page: no error can go back to the game, since it would have to bring the state along. */
function refuseState(response: ServerResponse, length: number): void {
  const text = `The state has ${length} characters; ${longestParameter} are allowed. The game's developer can shorten it.`;
  const page = renderPage("This link does not work", `<p role="alert">${escapeHtml(text)}</p>`);
  response.writeHead(414, pageHeaders).end(page);
}
