import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ActivityProxy } from "../activity/proxy/activity-proxy.ts";
import { answerApi } from "../resources/routes.ts";
import { imagePath, sendImage } from "../base/page.ts";
import { readApiBody, sendFile, respondJson, urlOf, isOwnHost } from "../base/http.ts";
import { notFound, Refusal, refusal, statusRefusal } from "../base/refusal.ts";
import { guarded } from "../../core/check/callback.ts";
import { loadOnce } from "../../core/lazy.ts";
import type { DesktopClient } from "../activity/desktop-client/desktop-client.ts";
import { findCaller } from "../oauth/bearer.ts";
import { type AuthorizationServer, answerPageRequest, answerTokenRequest } from "../oauth/oauth-requests.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { answerInstallPage, isInstallLink } from "../oauth/install-page.ts";
import { answerSignInPage } from "../oauth/sign-in-pages.ts";
import { answerControl, RemotePlayers } from "./control.ts";
import { recordRequest, type RequestRecord } from "./request-record.ts";
import type { ActivityWindows } from "../activity/windows.ts";

type ServerRoute = readonly [
  path: RegExp,
  answer: (request: IncomingMessage, response: ServerResponse, part: string) => void | Promise<void>,
];

interface ServedWorld extends LiveWorld {
  readonly windows: ActivityWindows;
  readonly proxy: ActivityProxy;
  readonly desktopClient?: DesktopClient | undefined;
}

const apiBase = "^/api(?:/v(?:6|7|8|9|10|11))?";
/** Discontinued versions (Discord documentation, Reference, "API Versions"). */
const discontinued = /^\/api\/v[345]\//;

export function createListener(
  live: ServedWorld,
  onRequest?: (record: RequestRecord) => void,
): RequestListener {
  const routes = createRoutes(live);
  return (request, response) => {
    if (live.proxy.isFor(request)) return answerBy(() => live.proxy.answer(request, response), response);
    if (!isOwnHost(request, live.webBase)) return fail(response, statusRefusal(421));
    recordRequest(live, request, response, onRequest);
    const handle = (...both: [IncomingMessage, ServerResponse]) =>
      answerBy(() => dispatch(routes, ...both), both[1]);
    answerBy(() => live.world.faults.apply(request, response, handle), response);
  };
}

function authorizationServerOf({ provider }: LiveWorld): AuthorizationServer {
  const load = loadOnce(async () => (await provider()).callback());
  return async (request, response) => {
    const answer = await load();
    await answer(request, response);
  };
}

/** Loaded on first use, because tests do not need the page, which makes up a tenth of the code. */
function playOf({ world, webBase, windows }: ServedWorld): ServerRoute[1] {
  const load = loadOnce(async () => {
    const { Play } = await import("../page/play.ts");
    return new Play(world, webBase, windows);
  });
  return async (request, response) => {
    const play = await load();
    // If the client has disconnected, the response would never finish.
    if (!response.destroyed) await play.answer(request, response);
  };
}

function answerBy(answer: () => Promise<void>, response: ServerResponse): void {
  const failWith = (error: unknown) => guarded(fail, () => response.destroy())(response, error);
  guarded(answer, failWith)();
}

function createRoutes(live: ServedWorld): readonly ServerRoute[] {
  const { world } = live;
  const controlled = { world, players: new RemotePlayers(live) };
  const authorizationServer = authorizationServerOf(live);
  const answerPage = (request: IncomingMessage, response: ServerResponse, path: string) =>
    isInstallLink(request)
      ? answerInstallPage(world, request, response)
      : answerPageRequest(authorizationServer, path, request, response);
  return [
    [/^\/(?:$|play\/)/, playOf(live)],
    [/^\/control\/(.*)$/, (request, response, part) => answerControl(controlled, request, response, part)],
    [/^\/attachments\/\d+\/(\d+)\//, (_request, response, id) => answerFile(live, response, id)],
    [imagePath, (_request, response, path) => sendImage(response, path)],
    [discontinued, refuseVersion],
    [/^\/desktop-client$/, (request, response) => answerDesktopClient(live, request, response)],
    [/^\/sign-in\//, (request, response) => answerSignInPage(live, request, response)],
    [
      new RegExp(`${apiBase}(/oauth2/(?:token|token/revoke|device/authorize))$`),
      (request, response, path) => answerTokenRequest(world, authorizationServer, path, request, response),
    ],
    [
      new RegExp(`${apiBase}(/oauth2/(?:keys|userinfo))$`),
      (request, response, path) =>
        authorizationServer(Object.assign(request, { url: `/api${path}` }), response),
    ],
    [/^(\/(?:oauth2\/authorize|activate|\.well-known)(?![\w-]).*)/, answerPage],
    [new RegExp(`${apiBase}(/oauth2/authorize)$`), answerPage],
    [
      new RegExp(`${apiBase}(/.*)$`),
      (request, response, path) => answerApiRequest(live, request, response, path),
    ],
  ];
}

async function dispatch(
  routes: readonly ServerRoute[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = urlOf(request);
  for (const [path, answer] of routes) {
    const found = path.exec(pathname);
    if (found) return await answer(request, response, found[1] ?? "");
  }
  throw notFound();
}

async function answerDesktopClient(
  { desktopClient }: ServedWorld,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!desktopClient) throw notFound();
  await desktopClient.answerPage(request, response);
}

function refuseVersion(): never {
  throw refusal("InvalidApiVersion");
}

async function answerFile({ world }: LiveWorld, response: ServerResponse, id: string): Promise<void> {
  const file = world.files.find(id);
  if (!file) throw notFound();
  await sendFile(response, file);
}

async function answerApiRequest(
  live: ServedWorld,
  request: IncomingMessage,
  response: ServerResponse,
  encodedPath: string,
): Promise<void> {
  const path = decodePath(encodedPath);
  const { method = "GET", headers } = request;
  const { authorization } = headers;
  const open = live.proxy.openTo(request);
  if (open && method === "OPTIONS") return respondJson(response, 204, undefined, open);
  const limits = { ...open, ...live.world.rateLimits.count({ method, path, authorization }) };
  const { pathname, searchParams: query } = urlOf(request);
  const authenticate = () => findCaller(live, authorization);
  try {
    const body = await readApiBody(request);
    const call = { method, path, query, headers, body, version: versionOf(pathname), authenticate };
    const answer = await answerApi(live, call);
    respondJson(response, answer.status, answer.body, limits);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    respondJson(response, error.status, error.body, { ...limits, ...error.headers });
  }
}

const versionOfNone = 6;

function versionOf(pathname: string): number {
  return Number(/^\/api\/v(\d+)\//.exec(pathname)?.[1] ?? versionOfNone);
}

/** Leaves encoded slashes encoded, because they are not separators. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll(/%2f/gi, "%252F"));
  } catch {
    throw notFound();
  }
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  if (error instanceof Refusal) return respondJson(response, error.status, error.body, error.headers);
  const reason = error instanceof Error ? error.message : "unknown";
  respondJson(response, 500, { code: 0, message: `The emulator failed: ${reason}` });
}
