import { parseObject } from "../../core/request/response.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { guarded } from "../../core/check/callback.ts";
import { startStopwatch } from "../base/clock.ts";
import { hearAnswer } from "../base/hear-answer.ts";
import { urlOf, bodyOf } from "../base/http.ts";
import { describeError } from "../base/refusal.ts";
import { readAlert } from "../oauth/page-form.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { type ExchangedPart, keepPart } from "../outbound/exchanges.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import type { World } from "../state/world.ts";
import { findAsking, isSignInCall, withoutSecrets } from "./sign-in-calls.ts";

/** A finished request, without secrets. */
export interface RequestRecord {
  /** HTTP method: `POST`. */
  readonly method: string;
  /** Path without the query. An interaction's token is shown as `:token`. */
  readonly path: string;
  /** HTTP status; `undefined` if the connection closed before a response. */
  readonly status: number | undefined;
  /** Milliseconds from the request's headers to the response's end. */
  readonly durationMs: number;
  /** The error message of the response, if any. */
  readonly reason: string | undefined;
}

export function recordRequest(
  request: IncomingMessage,
  response: ServerResponse,
  tell: (record: RequestRecord) => unknown,
): void {
  const elapsed = startStopwatch();
  // Read the URL now, because the handler may change it.
  const { pathname } = urlOf(request);
  const refusal = hearAnswer(response, () => response.statusCode >= 400);
  const describe = () => {
    const record = {
      method: request.method ?? "GET",
      path: pathname.replace(/(\/(?:webhooks|interactions)\/\d+\/)[^/]+/, "$1:token"),
      status: response.headersSent ? response.statusCode : undefined,
      durationMs: elapsed(),
      reason: reasonOf(refusal().bytes.toString("utf8")) ?? reasonOfRedirect(response),
    };
    return tell(record);
  };
  response.once(
    "close",
    guarded(describe, () => undefined),
  );
}

function reasonOf(body: string): string | undefined {
  return body.startsWith("{") ? describeError(parseObject(body)) : readAlert(body);
}

/** Games first request authorization without a player, so errors that require one (OpenID Connect Core §3.1.2.6) are ignored. */
function reasonOfRedirect(response: ServerResponse): string | undefined {
  const location = response.getHeader("location");
  if (typeof location !== "string" || !URL.canParse(location)) return undefined;
  const { searchParams } = new URL(location);
  const [error, description] = [searchParams.get("error"), searchParams.get("error_description")];
  if (error === null || /^(?:login|consent|interaction)_required$/.test(error)) return undefined;
  return describeError({ error, error_description: description });
}

export function recordCall(live: LiveWorld, request: IncomingMessage, response: ServerResponse): void {
  const { world } = live;
  const { pathname, search } = urlOf(request);
  const named = findCalled(world, pathname);
  if (!named && !isSignInCall(pathname)) return;
  const at = world.clock.now();
  const elapsed = startStopwatch();
  const heard = hearAnswer(response);
  const { method = "GET", headers } = request;
  const record = async () => {
    const asked = bodyOf(request);
    const application = named ?? (await findAsking(live, headers, asked.toString()));
    const show = named ? asItIs : withoutSecrets;
    const { bytes, size } = heard();
    const answered = {
      ...show(keepPart(Object.entries(response.getHeaders()), bytes, size)),
      status: response.statusCode,
    };
    application?.exchanges.add({
      from: "application",
      method,
      url: pathname + search,
      at,
      durationMs: elapsed(),
      request: show(keepPart(Object.entries(headers), asked)),
      answer: response.headersSent ? answered : undefined,
    });
  };
  response.once(
    "close",
    guarded(record, () => undefined),
  );
}

const asItIs = (part: ExchangedPart): ExchangedPart => part;

const naming = /^\/api(?:\/v\d+)?\/(applications|webhooks|interactions)\/(\d+)(?:\/([^/]+))?/;

function findCalled(world: World, path: string): EmulatorApplication | undefined {
  const [, kind, id, token = ""] = naming.exec(path) ?? [];
  return world.application(kind === "interactions" ? world.desk.applicationIdOf(token) : id);
}
