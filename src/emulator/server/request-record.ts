import { parseObject, readForeignJson } from "../../core/request/response.ts";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { guarded, ignore } from "../../core/check/callback.ts";
import { startStopwatch } from "../base/clock.ts";
import { captureResponse } from "../base/captured-response.ts";
import { urlOf, receivedBody } from "../base/http.ts";
import { describeError } from "../base/refusal.ts";
import { readAlert } from "../base/page.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { type ExchangedPart, keepPart } from "../outbound/exchanges.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import type { World } from "../state/world.ts";
import { findBearer } from "../oauth/bearer.ts";
import { readBasic } from "../oauth/oauth-requests.ts";

/** A finished request, without secrets. @stable */
export interface RequestRecord {
  readonly method: string;
  /** The path without the query string. An interaction's token is replaced with `:token`. */
  readonly path: string;
  /** The HTTP status. `undefined` if the connection closed before the response. */
  readonly status: number | undefined;
  /** The time from the request's headers to the end of the response, in milliseconds. */
  readonly durationMs: number;
  readonly reason: string | undefined;
}

export function recordRequest(
  live: LiveWorld,
  request: IncomingMessage,
  response: ServerResponse,
  onRequest?: (record: RequestRecord) => unknown,
): void {
  // Read now, because the handler may change the URL.
  const { pathname, search } = urlOf(request);
  const named = findCalled(live.world, pathname);
  const isExchange = named !== undefined || signInCall.test(pathname);
  if (!isExchange && !onRequest) return;
  const { method = "GET", headers } = request;
  const at = live.world.clock.now();
  const elapsed = startStopwatch();
  const capturedBody = captureResponse(response, () => isExchange || response.statusCode >= 400);
  const report = () =>
    onRequest?.({
      method,
      path: pathname.replace(/(\/(?:webhooks|interactions)\/\d+\/)[^/]+/, "$1:token"),
      status: response.headersSent ? response.statusCode : undefined,
      durationMs: elapsed(),
      reason: reasonOf(response, capturedBody().bytes.toString("utf8")),
    });
  const addExchange = async () => {
    const durationMs = elapsed();
    const body = receivedBody(request);
    const application = named ?? (await findSender(live, headers, body.toString()));
    const show = (part: ExchangedPart) => (named ? part : hideSecrets(part));
    const { bytes, size } = capturedBody();
    application?.exchanges.add({
      from: "application",
      method,
      url: pathname + search,
      at,
      durationMs,
      request: show(keepPart(Object.entries(headers), body)),
      answer: response.headersSent
        ? {
            ...show(keepPart(Object.entries(response.getHeaders()), bytes, size)),
            status: response.statusCode,
          }
        : undefined,
    });
  };
  response.once("close", guarded(report, ignore));
  if (isExchange) response.once("close", guarded(addExchange, ignore));
}

function reasonOf(response: ServerResponse, body: string): string | undefined {
  if (response.statusCode < 400) return reasonOfRedirect(response);
  return body.startsWith("{") ? describeError(parseObject(body)) : readAlert(body);
}

/**
 * Ignores errors that require user interaction (OpenID Connect Core §3.1.2.6), because games first request authorization
 * without it.
 */
function reasonOfRedirect(response: ServerResponse): string | undefined {
  const location = response.getHeader("location");
  if (typeof location !== "string" || !URL.canParse(location)) return undefined;
  const { searchParams } = new URL(location);
  const [error, description] = [searchParams.get("error"), searchParams.get("error_description")];
  if (error === null || /^(?:login|consent|interaction)_required$/.test(error)) return undefined;
  return describeError({ error, error_description: description });
}

const naming = /^\/api(?:\/v\d+)?\/(applications|webhooks|interactions)\/(\d+)(?:\/([^/]+))?/;

function findCalled(world: World, path: string): EmulatorApplication | undefined {
  const [, kind, id, token = ""] = naming.exec(path) ?? [];
  return world.application(kind === "interactions" ? world.interactions.applicationIdOf(token) : id);
}

const signInCall =
  /^\/api(?:\/v\d+)?\/(?:oauth2\/(?:token|token\/revoke|device\/authorize|@me|userinfo)|partner-sdk\/.*|users\/@me(?:\/.*)?)$/;

async function findSender(
  live: LiveWorld,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<EmulatorApplication | undefined> {
  const fields = Object.fromEntries(readFields(body));
  const id = readBasic(headers.authorization)?.id ?? fields["client_id"];
  if (typeof id === "string") return live.world.application(id);
  const [, bearer] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
  const token = bearer ?? fields["parent_access_token"];
  return typeof token === "string" ? (await findBearer(live, token))?.application : undefined;
}

const secret = /(?:^code|_code|_verifier|token|secret)$/;

export function hideSecrets(part: ExchangedPart): ExchangedPart {
  const isForm = part.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  if (!isForm && !part.body.startsWith("{")) return part;
  const visibleFields = readFields(part.body).map(
    ([name, value]) => [name, hideSecret(name, value)] as const,
  );
  const body = isForm
    ? visibleFields.map(([name, value]) => `${name}: ${String(value)}`).join("\n")
    : JSON.stringify(Object.fromEntries(visibleFields));
  return { ...part, body, isListed: true };
}

function hideSecret(name: string, value: unknown): unknown {
  return typeof value === "string" && secret.test(name) ? "[hidden]" : value;
}

function readFields(body: string): readonly (readonly [name: string, value: unknown])[] {
  if (!body.startsWith("{")) return [...new URLSearchParams(body)];
  // A truncated body may contain a secret.
  return Object.entries(readForeignJson(body) ?? { body: "[hidden]" });
}
