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

/** A request that is over. Nothing of it is a secret. */
export interface RequestRecord {
  /** HTTP method: `POST`. */
  readonly method: string;
  /** Without the query; the token of an interaction is shown as `:token`. */
  readonly path: string;
  /** The HTTP status; undefined where the connection ended before an answer. */
  readonly status: number | undefined;
  /** Milliseconds from the head of the request to the end of its answer. */
  readonly durationMs: number;
  /** Why it was refused, in the words of the answer; undefined where it was not, or nothing was said. */
  readonly reason: string | undefined;
}

/** Reports a request once it is over. Errors of `tell` are dropped. */
export function recordRequest(
  request: IncomingMessage,
  response: ServerResponse,
  tell: (record: RequestRecord) => unknown,
): void {
  const elapsed = startStopwatch();
  // The handler may change the request's address.
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
  // The emulator goes on.
  response.once(
    "close",
    guarded(describe, () => undefined),
  );
}

function reasonOf(body: string): string | undefined {
  return body.startsWith("{") ? describeError(parseObject(body)) : readAlert(body);
}

/**
 * A refused authorization is reported to the application in the address of its redirect. That a player is needed (OpenID Connect
 * Core §3.1.2.6) is no refusal: a game asks so without a player, before it opens the browser.
 */
function reasonOfRedirect(response: ServerResponse): string | undefined {
  const location = response.getHeader("location");
  if (typeof location !== "string" || !URL.canParse(location)) return undefined;
  const { searchParams } = new URL(location);
  const [error, description] = [searchParams.get("error"), searchParams.get("error_description")];
  if (error === null || /^(?:login|consent|interaction)_required$/.test(error)) return undefined;
  return describeError({ error, error_description: description });
}

/**
 * Keeps a request to the API beside the interactions of its application, once it is over: the application in its path, or the
 * application that signs a player in with it.
 */
export function recordCall(live: LiveWorld, request: IncomingMessage, response: ServerResponse): void {
  const { world } = live;
  // The handler may change the request's address.
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
