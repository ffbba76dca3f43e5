import { IncomingMessage, type ServerResponse } from "node:http";
import { reportResponse } from "../base/captured-response.ts";
import { readFormBody, respondJson, urlOf } from "../base/http.ts";
import type { World } from "../state/world.ts";
import { escapeHtml, respondPage } from "../base/page.ts";
import { timingSafeEqual } from "node:crypto";
import type { EmulatorApplication } from "../state/application.ts";
import { isKnownScope } from "./scopes.ts";
import type { Player } from "../state/players.ts";
import { type LiveWorld, saveGrant } from "./live-world.ts";

export async function answerTokenRequest(
  world: World,
  authorizationServer: AuthorizationServer,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readFormBody(request);
  const form = authenticateApplication(request.headers, body, (id) => world.application(id));
  if (!(form instanceof URLSearchParams)) return refuse(response, path, form);
  const hasSecret = body.has("client_secret") || request.headers.authorization !== undefined;
  if (!(await fillRedirect(world, form, hasSecret)))
    return refuse(response, path, { status: 400, error: "invalid_grant" });
  const deviceCode = path === "/oauth2/token" ? form.get("device_code") : null;
  if (deviceCode !== null && world.polls.isTooEarly(deviceCode))
    return refuse(response, path, { status: 400, error: "slow_down" });
  await authorizationServer(replay(request, `/api${path}`, form), response);
}

function refuse(response: ServerResponse, path: string, { status, error }: ClientRefusal): void {
  const challenge: Record<string, string> = status === 401 ? { "www-authenticate": "Basic" } : {};
  reportResponse({ method: "POST", path, status, body: { error } });
  respondJson(response, status, { error }, challenge);
}

/** A longer state would not fit in the redirect. */
export const longestParameter = 4_000;

/** Replaces `prompt=none` in requests to the authorization server. */
export const onlyNewcomers = "slashpass_only_newcomers";

export async function answerPageRequest(
  authorizationServer: AuthorizationServer,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { search, searchParams } = urlOf(request);
  const state = searchParams.get("state") ?? "";
  if (state.length > longestParameter) return refuseState(response, state.length);
  // With `prompt=none`, the service shows its page to players who have no earlier grant. OpenID Connect requires an error instead.
  request.url = path + search.replace(/(?<=[?&])prompt=none(?=&|$)/, `${onlyNewcomers}=1`);
  if (request.method !== "POST") return await authorizationServer(request, response);
  const form = await readFormBody(request);
  await authorizationServer(replay(request, request.url, form), response);
}

/** Shows a page, because an error redirect would have to contain the state. */
function refuseState(response: ServerResponse, length: number): void {
  const text = `The state has ${length} characters, but at most ${longestParameter} are allowed. Ask the game's developer to shorten it.`;
  respondPage(response, 414, "This link does not work", `<p role="alert">${escapeHtml(text)}</p>`);
}

export type AuthorizationServer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface ClientRefusal {
  readonly status: 400 | 401;
  readonly error: "invalid_request" | "invalid_client" | "invalid_scope" | "invalid_grant" | "slow_down";
}

/**
 * Requires the client secret unless the application is public. The client credentials grant always requires it (Discord
 * documentation, OAuth2).
 */
export function authenticateApplication(
  headers: { readonly authorization?: string | undefined },
  form: URLSearchParams,
  findApplication: (id: string) => EmulatorApplication | undefined,
): URLSearchParams | ClientRefusal {
  const basic = readBasic(headers.authorization);
  const id = basic?.id ?? form.get("client_id");
  const secret = basic?.secret ?? form.get("client_secret");
  if (id === null) return { status: 400, error: "invalid_request" };
  const application = findApplication(id);
  const isForItself = form.get("grant_type") === "client_credentials";
  if (!application || !acceptsSecret(application, secret) || (isForItself && secret === null))
    return { status: 401, error: "invalid_client" };
  const scopes = form.get("scope")?.split(" ") ?? [];
  if (isForItself && !scopes.every(isKnownScope)) {
    return { status: 400, error: "invalid_scope" };
  }
  const complete = new URLSearchParams(form);
  complete.set("client_id", application.id);
  complete.set("client_secret", application.clientSecret);
  return complete;
}

function replay(request: IncomingMessage, path: string, form: URLSearchParams): IncomingMessage {
  const body = Buffer.from(form.toString());
  const copy = new IncomingMessage(request.socket);
  copy.method = request.method ?? "GET";
  copy.url = path;
  copy.httpVersion = request.httpVersion;
  const { authorization: _, ...headers } = request.headers;
  copy.headers = { ...headers, "content-length": String(body.length) };
  copy.push(body);
  copy.push(null);
  // If the copy were not marked as complete, ending it would destroy the socket.
  copy.complete = true;
  return copy;
}

export function acceptsSecret(application: EmulatorApplication, secret: unknown): boolean {
  if (secret === undefined || secret === null) return application.publicClient;
  return typeof secret === "string" && sameText(secret, application.clientSecret);
}

export function readBasic(header: string | undefined): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic (\S+)$/i.exec(header ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString().split(":");
  // Both parts are form-encoded (RFC 6749 §2.3.1).
  const decoded = new URLSearchParams(`id=${id}&secret=${secret}`);
  return { id: decoded.get("id") ?? "", secret: decoded.get("secret") ?? "" };
}

function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

interface DesktopConsent {
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly scope: string;
  readonly codeChallenge: string | undefined;
  readonly nonce: string | undefined;
}

/** A placeholder for the redirect URI, which the desktop client's codes do not have. */
const noRedirect = "desktop-client:";

export async function issueDesktopCode(
  live: LiveWorld,
  { application, player, scope, codeChallenge, nonce }: DesktopConsent,
): Promise<string> {
  const provider = await live.provider();
  const { id: accountId } = player;
  const code = new provider.AuthorizationCode({
    client: await provider.Client.find(application.id),
    accountId,
    grantId: await saveGrant(provider, { accountId, clientId: application.id }, scope),
    scope,
    redirectUri: noRedirect,
    ...(codeChallenge !== undefined && { codeChallenge, codeChallengeMethod: "S256" }),
    ...(nonce !== undefined && { nonce }),
  });
  return await code.save();
}

/** @returns `false` if the code is unknown. */
export async function fillRedirect(
  world: World,
  form: URLSearchParams,
  hasSecret: boolean,
): Promise<boolean> {
  const code = form.get("code");
  if (code === null || form.has("redirect_uri")) return true;
  const issued = await world.storage.adapter("AuthorizationCode").find(code);
  if (!issued) return false;
  const isProven = hasSecret || issued.codeChallenge !== undefined;
  if (issued.redirectUri === noRedirect && isProven) form.set("redirect_uri", noRedirect);
  return true;
}
