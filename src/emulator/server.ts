import type { IncomingMessage, ServerResponse } from "node:http";
import { answerApi, type ApiContext } from "./api.ts";
import type { EmulatorApplication } from "./application.ts";
import { findCaller } from "./bearer.ts";
import { authenticateApplication, replay } from "./front-door.ts";
import { readBody, sendJson } from "./http.ts";
import type { OidcProvider } from "./oidc-provider.ts";
import { escapeHtml, pageHeaders, renderPage } from "./page.ts";
import type { Players } from "./players.ts";
import { notFound, Refusal } from "./refusal.ts";
import { showSignInPage, takeSignInAnswer } from "./sign-in-pages.ts";

/** Everything that a request can need. */
export interface ServerContext extends ApiContext {
  readonly provider: OidcProvider;
  readonly applications: readonly EmulatorApplication[];
  readonly players: Players;
}

/** The emulator as a request listener: each request goes to the part that answers it. */
export function createListener(
  context: ServerContext,
): (request: IncomingMessage, response: ServerResponse) => void {
  const authorizationServer = context.provider.callback();
  return (request, response) => {
    route(context, authorizationServer, request, response).catch((error: unknown) => fail(response, error));
  };
}

const apiPrefix = /^\/api(?:\/v10)?(?=\/)/;

async function route(
  context: ServerContext,
  authorizationServer: ReturnType<OidcProvider["callback"]>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname: path } = new URL(request.url ?? "/", "http://emulator");
  const apiPath = apiPrefix.test(path) ? path.replace(apiPrefix, "") : undefined;
  if (path.startsWith("/sign-in/")) return await signIn(context, request, response);
  if (apiPath === "/oauth2/token" || apiPath === "/oauth2/token/revoke") {
    const form = authenticateApplication(
      request.headers,
      new URLSearchParams(await readBody(request)),
      context.applications,
    );
    if (form instanceof URLSearchParams)
      return await authorizationServer(replay(request, `/api${apiPath}`, form), response);
    return sendJson(
      response,
      form.status,
      { error: form.error },
      form.status === 401 ? { "www-authenticate": "Basic" } : {},
    );
  }
  if (
    apiPath === "/oauth2/keys" ||
    path.startsWith("/oauth2/authorize") ||
    path.startsWith("/.well-known/")
  ) {
    return await authorizationServer(request, response);
  }
  if (apiPath === undefined) throw notFound();
  const caller = await findCaller(context, request.headers.authorization);
  const call = { method: request.method ?? "GET", path: apiPath, body: await readBody(request), caller };
  const { status, body } = answerApi(context, call);
  sendJson(response, status, body);
}

async function signIn(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (request.method !== "POST") return await showSignInPage(context, request, response);
    return await takeSignInAnswer(context, request, response, new URLSearchParams(await readBody(request)));
  } catch (error) {
    if ((error as { name?: unknown }).name !== "SessionNotFound") throw error;
    const text = "It belongs to a sign-in that is over. Start again in the game.";
    response.writeHead(400, pageHeaders).end(renderPage("This page is old", `<p>${escapeHtml(text)}</p>`));
  }
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  if (error instanceof Refusal) return sendJson(response, error.status, error.body);
  sendJson(response, 500, {
    code: 0,
    message: `The emulator failed: ${error instanceof Error ? error.message : "unknown"}`,
  });
}
