import { IncomingMessage, type ServerResponse } from "node:http";
import { tellAnswer } from "../base/hear-answer.ts";
import { readForm, sendJson, urlOf } from "../base/http.ts";
import type { World } from "../state/world.ts";
import { fillRedirect } from "./desktop-code.ts";
import { escapeHtml, sendPage } from "../base/page.ts";
import { timingSafeEqual } from "node:crypto";
import type { EmulatorApplication } from "../state/application.ts";
import { isKnownScope } from "./scopes.ts";

/**
 * Answers a request of an application to the authorization server: for tokens, their revocation, or a device code.
 *
 * @param path - below the API base.
 */
export async function answerTokenRequest(
  world: World,
  authorizationServer: AuthorizationServer,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readForm(request);
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
  tellAnswer({ method: "POST", path, status, body: { error } });
  sendJson(response, status, { error }, challenge);
}

/** Characters of the longest parameter of an authorization request. A longer state would not fit into the redirect. */
export const longestParameter = 4_000;

/** The parameter that stands for `prompt=none` at the authorization server. */
export const onlyNewcomers = "slashpass_only_newcomers";

/**
 * Answers a request of a browser to the authorization server, unless its state is too long.
 *
 * @param path - the path of the page at the authorization server.
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
  request.url = path + readPrompt(search);
  if (request.method !== "POST") return await authorizationServer(request, response);
  const form = await readForm(request);
  await authorizationServer(replay(request, request.url, form), response);
}

/**
 * The service skips its page with `prompt=none` for a player who has agreed before, and shows it to any other. By OpenID Connect
 * the server would send the others back with an error.
 */
function readPrompt(search: string): string {
  return search.replace(/(?<=[?&])prompt=none(?=&|$)/, `${onlyNewcomers}=1`);
}

/** Shows a page: an error that goes back to the game would have to contain the state. */
function refuseState(response: ServerResponse, length: number): void {
  const text = `The state has ${length} characters; ${longestParameter} are allowed. The game's developer can shorten it.`;
  sendPage(response, 414, "This link does not work", `<p role="alert">${escapeHtml(text)}</p>`);
}

/** Passes a request to the authorization server. */
export type AuthorizationServer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The refusal of a request before the authorization server has seen it; 401 where the application is not authenticated. */
interface ClientRefusal {
  readonly status: 400 | 401;
  readonly error: "invalid_request" | "invalid_client" | "invalid_scope" | "invalid_grant" | "slow_down";
}

/**
 * Applies the service's rule to a token request: the secret is needed unless the application is public, and always for
 * client credentials (Discord documentation, OAuth2).
 *
 * @returns the form with the credentials that the authorization server requires.
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
  if (!application || !isBelieved(application, secret) || (isForItself && secret === null))
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

/** The same request with another path and form, for a handler that reads the body itself. */
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
  // Otherwise the end of the message would destroy its socket.
  copy.complete = true;
  return copy;
}

/** Whether the secret proves the application: a wrong one never does, a missing one only for a public application. */
export function isBelieved(application: EmulatorApplication, secret: unknown): boolean {
  if (secret === undefined || secret === null) return application.publicClient;
  return typeof secret === "string" && sameText(secret, application.clientSecret);
}

/** Id and secret of an application in HTTP Basic authentication. */
export function readBasic(header: string | undefined): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic (\S+)$/i.exec(header ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString().split(":");
  // RFC 6749 §2.3.1: both halves are form-encoded
  const decoded = new URLSearchParams(`id=${id}&secret=${secret}`);
  return { id: decoded.get("id") ?? "", secret: decoded.get("secret") ?? "" };
}

function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
