import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, type Writable } from "node:stream";
import { guarded } from "../../../core/check/callback.ts";
import type { Clock } from "../../base/clock.ts";
import { largestUpload, urlOf } from "../../base/http.ts";
import type { MappedPath } from "../../state/url-mappings.ts";
import { askTarget, type TargetAnswer } from "./ask-target.ts";
import { type ActivityOrigin, contentSecurityPolicy, frameAncestors } from "./content-security-policy.ts";
import { explain, isForPage } from "./explain.ts";
import { answerHeaders, hostOf, requestHeaders } from "./forwarded-headers.ts";
import { addPageScript, isPlainPage } from "./page-script.ts";
import {
  bodyTooLong,
  cookieLost,
  failed,
  hostRefused,
  notFramed,
  notHttp,
  type ProblemText,
  tooLate,
  unreachable,
} from "./problem.ts";

/** Until a target begins to answer. */
const patienceMs = 60_000;

/** Where a request goes on to, and what holds for it. */
export interface Forwarding {
  readonly target: MappedPath;
  readonly origin: ActivityOrigin;
  /** The application's id. */
  readonly id: string;
  readonly csp: boolean;
  readonly clock: Clock;
  /** Called with each problem of the Activity's page or server. */
  readonly tell: (problem: ProblemText) => void;
}

/** Hands a request on to the server that a mapping leads to, and its answer back, both as they come. */
export function forward(request: IncomingMessage, response: ServerResponse, forwarding: Forwarding): void {
  const { target, origin, tell, clock } = forwarding;
  const isPage = request.method === "GET" && isForPage(request);
  const fail = (status: number, problem: ProblemText) => {
    tell(problem);
    if (response.headersSent) response.destroy();
    else explain(request, response, status, problem, origin);
  };
  const asked = askTarget(request, target, {
    search: urlOf(request).search,
    // Nothing can be added to a compressed body.
    headers: requestHeaders(request, target, isPage ? { "accept-encoding": "identity" } : {}),
  });
  const calm = clock.after(patienceMs, () => {
    fail(504, tooLate(hostOf(target), patienceMs / 1000));
    asked.destroy();
  });
  const drop = () => {
    asked.destroy();
    response.destroy();
  };
  const pass = (answer: IncomingMessage) => {
    calm();
    note(request, answer as TargetAnswer, forwarding);
    const isChanged = isPage && isPlainPage(answer);
    const headers = headersOf(answer, forwarding, isChanged);
    const { statusCode, statusMessage } = answer as TargetAnswer;
    try {
      response.writeHead(statusCode, statusMessage, headers);
    } catch (error) {
      asked.destroy();
      return fail(502, notHttp(hostOf(target), error));
    }
    // One side that ends early ends the other.
    const parts = isChanged ? [answer, addPageScript(), response] : [answer, response];
    pipeline(parts, () => asked.destroy());
  };
  const lose = (error: Error) => {
    calm();
    if (!response.closed && !response.writableEnded) fail(502, unreachable(hostOf(target), error));
  };
  const end = () => {
    calm();
    asked.destroy();
  };
  asked.on("response", guarded(pass, drop)).on("error", guarded(lose, drop));
  response.on("close", guarded(end, drop));
  sendBody(request, asked, () => {
    calm();
    fail(413, bodyTooLong(`${request.method} ${urlOf(request).pathname}`, largestUpload));
    asked.destroy();
  });
}

/** Hands a body on. A body over the limit is read completely and dropped, because a sender looks at the answer only after sending all. */
function sendBody(request: IncomingMessage, to: Writable, refuse: () => void): void {
  let size = 0;
  const count = (chunk: Buffer) => {
    const was = size;
    size += chunk.length;
    if (was > largestUpload || size <= largestUpload) return;
    request.unpipe(to);
    refuse();
    request.resume();
  };
  request.on(
    "data",
    guarded(count, () => to.destroy()),
  );
  request.pipe(to);
}

function headersOf(
  answer: IncomingMessage,
  { target, origin, id, csp }: Forwarding,
  isChanged: boolean,
): string[] {
  const policies = [frameAncestors(origin), ...(csp ? [contentSecurityPolicy(origin)] : [])];
  return answerHeaders(answer, {
    id,
    target,
    isChanged,
    origin: `http://${origin.host}`,
    added: policies.map((policy) => ["content-security-policy", policy]),
  });
}

/** An answer that is passed on unchanged, but explains why something is not shown. */
function note(request: IncomingMessage, answer: TargetAnswer, { target, tell }: Forwarding): void {
  const { statusCode: status, headers } = answer;
  const { pathname } = urlOf(request);
  if (status >= 400 && pathname !== "/favicon.ico")
    tell(failed(`${request.method} ${pathname}`, status, target.mapping));
  if (status === 403) tellOfHost(answer, () => tell(hostRefused(hostOf(target))));
  const option = headers["x-frame-options"];
  if (option !== undefined && isForPage(request)) tell(notFramed(`X-Frame-Options: ${String(option)}`));
  for (const cookie of headers["set-cookie"] ?? []) {
    if (!/;\s*samesite\s*=\s*none/i.test(cookie)) tell(cookieLost(cookie.slice(0, cookie.indexOf("="))));
  }
}

/** Vite says so in its first words alone. */
function tellOfHost(answer: IncomingMessage, tell: () => void): void {
  const look = (start: Buffer) => {
    if (start.toString("latin1").startsWith("Blocked request. This host")) tell();
  };
  answer.once(
    "data",
    guarded(look, () => answer.destroy()),
  );
}
