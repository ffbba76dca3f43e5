import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { answerApi } from "./api/routes.ts";
import { findCaller } from "./oauth/bearer.ts";
import { authenticateApplication, replay } from "./oauth/front-door.ts";
import { readBody, sendJson, urlOf } from "./base/http.ts";
import type { OidcProvider } from "./oauth/oidc-provider.ts";
import { pageHeaders, renderPage } from "./base/page.ts";
import { Play } from "./play/play.ts";
import type { World } from "./world/world.ts";
import { notFound, Refusal } from "./base/refusal.ts";
import { showSignInPage, takeSignInAnswer } from "./oauth/sign-in-pages.ts";

/** Everything that a request can need. */
export interface ServerContext extends World {
  readonly provider: OidcProvider;
  readonly webBase: string;
}

/** The emulator as a request listener: each request goes to the part that answers it. */
export function createListener(context: ServerContext): RequestListener {
  const authorizationServer = context.provider.callback();
  const play = new Play(context, context.webBase);
  const answer: RequestListener = (request, response) => {
    route(context, authorizationServer, play, request, response).catch((error: unknown) =>
      fail(response, error),
    );
  };
  return (request, response) => void context.faults.apply(request, response, answer);
}

const tokenPaths = ["/oauth2/token", "/oauth2/token/revoke", "/oauth2/device/authorize"];
const serverPaths = /^\/(?:oauth2\/authorize|activate|\.well-known|api\/oauth2\/(?:keys|userinfo))(?![\w-])/;
const apiPrefix = /^\/api(?:\/v10)?(?=\/)/;

async function route(
  context: ServerContext,
  authorizationServer: ReturnType<OidcProvider["callback"]>,
  play: Play,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname: path, searchParams: query } = urlOf(request);
  const apiPath = apiPrefix.test(path) ? path.replace(apiPrefix, "") : undefined;
  if (play.owns(path)) return await play.answer(path, request, response);
  if (path.startsWith("/sign-in/")) return await signIn(context, request, response);
  if (apiPath !== undefined && tokenPaths.includes(apiPath)) {
    const form = authenticateApplication(
      request.headers,
      new URLSearchParams(await readBody(request)),
      context.applications,
    );
    if (form instanceof URLSearchParams) {
      const deviceCode = apiPath === "/oauth2/token" ? form.get("device_code") : null;
      if (deviceCode !== null && context.polls.isTooEarly(deviceCode)) {
        return sendJson(response, 400, { error: "slow_down" });
      }
      return await authorizationServer(replay(request, `/api${apiPath}`, form), response);
    }
    return sendJson(
      response,
      form.status,
      { error: form.error },
      form.status === 401 ? { "www-authenticate": "Basic" } : {},
    );
  }
  if (apiPath === "/oauth2/keys" || apiPath === "/oauth2/userinfo") request.url = `/api${apiPath}`;
  if (request.url !== undefined && serverPaths.test(request.url))
    return await authorizationServer(request, response);
  if (apiPath === undefined) throw notFound();
  const { method = "GET", headers } = request;
  const limits = context.rateLimits.count({ method, path: apiPath, authorization: headers.authorization });
  const authenticate = () => findCaller(context, headers.authorization);
  const call = { method, path: apiPath, query, headers, body: await readBody(request), authenticate };
  try {
    const { status, body } = await answerApi(context, call);
    sendJson(response, status, body, limits);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sendJson(response, error.status, error.body, { ...limits, ...error.headers });
  }
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
    response.writeHead(400, pageHeaders).end(renderPage("This page is old", `<p role="alert">${text}</p>`));
  }
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  if (error instanceof Refusal) return sendJson(response, error.status, error.body, error.headers);
  sendJson(response, 500, {
    code: 0,
    message: `The emulator failed: ${error instanceof Error ? error.message : "unknown"}`,
  });
}
