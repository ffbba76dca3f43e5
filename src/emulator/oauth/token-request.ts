import type { IncomingMessage, ServerResponse } from "node:http";
import { tellAnswer } from "../base/hear-answer.ts";
import { largestForm, readBody, sendJson } from "../base/http.ts";
import type { World } from "../state/world.ts";
import { fillRedirect } from "./desktop-code.ts";
import { type AuthorizationServer, authenticateApplication, replay } from "./front-door.ts";

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
  const body = new URLSearchParams(await readBody(request, largestForm));
  const form = authenticateApplication(request.headers, body, (id) => world.application(id));
  if (!(form instanceof URLSearchParams)) {
    const challenge: Record<string, string> = form.status === 401 ? { "www-authenticate": "Basic" } : {};
    return refuse(response, path, form.status, form.error, challenge);
  }
  const hasSecret = body.has("client_secret") || request.headers.authorization !== undefined;
  await fillRedirect(world, form, hasSecret);
  if (await isUnknownCode(world, form)) return refuse(response, path, 400, "invalid_grant");
  const deviceCode = path === "/oauth2/token" ? form.get("device_code") : null;
  if (deviceCode !== null && world.polls.isTooEarly(deviceCode)) {
    return refuse(response, path, 400, "slow_down");
  }
  await authorizationServer(replay(request, `/api${path}`, form), response);
}

/** Of a code that nobody has, the server would say first that the redirect URI is missing. */
async function isUnknownCode({ storage }: World, form: URLSearchParams): Promise<boolean> {
  const code = form.get("code");
  if (code === null || form.has("redirect_uri")) return false;
  return (await storage.adapter("AuthorizationCode").find(code)) === undefined;
}

function refuse(
  response: ServerResponse,
  path: string,
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  tellAnswer({ method: "POST", path, status, body: { error } });
  sendJson(response, status, { error }, headers);
}
