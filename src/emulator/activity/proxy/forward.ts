import {
  type IncomingMessage,
  type ServerResponse,
  type ClientRequest,
  request as startRequest,
} from "node:http";
import { pipeline, type Writable, Transform } from "node:stream";
import { guarded } from "../../../core/check/callback.ts";
import type { Clock } from "../../base/clock.ts";
import { largestUpload, urlOf } from "../../base/http.ts";
import type { ProblemText } from "../report.ts";
import type { MappedPath } from "../../state/url-mappings.ts";
import {
  type ActivityOrigin,
  contentSecurityPolicy,
  frameAncestors,
  explain,
  isForPage,
} from "./own-pages.ts";
import { responseHeaders, hostOf, requestHeaders } from "./forwarded-headers.ts";
import {
  bodyTooLong,
  cookieLost,
  failed,
  hostRefused,
  notFramed,
  notHttp,
  tooLate,
  unreachable,
} from "./problems.ts";
import { isIP, type LookupFunction } from "node:net";

const responseTimeoutMs = 60_000;

export interface Forwarding {
  readonly target: MappedPath;
  readonly origin: ActivityOrigin;
  readonly id: string;
  readonly csp: boolean;
  readonly clock: Clock;
  readonly report: (problem: ProblemText) => void;
}

export function forward(request: IncomingMessage, response: ServerResponse, forwarding: Forwarding): void {
  const { target, origin, report, clock } = forwarding;
  const isPage = request.method === "GET" && isForPage(request);
  const fail = (status: number, problem: ProblemText) => {
    report(problem);
    if (response.headersSent) response.destroy();
    else explain(request, response, status, problem, origin);
  };
  const upstream = requestTarget(request, target, {
    search: urlOf(request).search,
    // The script cannot be inserted into a compressed page.
    headers: requestHeaders(request, target, isPage ? { "accept-encoding": "identity" } : {}),
  });
  const stopTimer = clock.after(responseTimeoutMs, () => {
    fail(504, tooLate(hostOf(target), responseTimeoutMs / 1000));
    upstream.destroy();
  });
  const drop = () => {
    upstream.destroy();
    response.destroy();
  };
  const pass = (answer: IncomingMessage) => {
    stopTimer();
    reportProblems(request, answer as TargetAnswer, forwarding);
    const isChanged = isPage && isPlainPage(answer);
    const headers = responseHeadersOf(answer, forwarding, isChanged);
    const { statusCode, statusMessage } = answer as TargetAnswer;
    try {
      response.writeHead(statusCode, statusMessage, headers);
    } catch (error) {
      upstream.destroy();
      return fail(502, notHttp(hostOf(target), error));
    }
    const parts = isChanged ? [answer, addPageScript(), response] : [answer, response];
    pipeline(parts, () => upstream.destroy());
  };
  const lose = (error: Error) => {
    stopTimer();
    if (!response.closed && !response.writableEnded) fail(502, unreachable(hostOf(target), error));
  };
  const end = () => {
    stopTimer();
    upstream.destroy();
  };
  upstream.on("response", guarded(pass, drop)).on("error", guarded(lose, drop));
  response.on("close", guarded(end, drop));
  sendBody(request, upstream, () => {
    stopTimer();
    fail(413, bodyTooLong(`${request.method} ${urlOf(request).pathname}`, largestUpload));
    upstream.destroy();
  });
}

/** Reads an oversized body to the end, because clients read the response only after they have sent everything. */
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
  const drop = () => to.destroy();
  request.on("data", guarded(count, drop));
  request.pipe(to);
}

function responseHeadersOf(
  answer: IncomingMessage,
  { target, origin, id, csp }: Forwarding,
  isChanged: boolean,
): string[] {
  const policies = [frameAncestors(origin), ...(csp ? [contentSecurityPolicy(origin)] : [])];
  return responseHeaders(answer, {
    id,
    target,
    isChanged,
    origin: `http://${origin.host}`,
    added: policies.map((policy) => ["content-security-policy", policy]),
  });
}

function reportProblems(
  request: IncomingMessage,
  answer: TargetAnswer,
  { target, report }: Forwarding,
): void {
  const { statusCode: status, headers } = answer;
  const { pathname } = urlOf(request);
  if (status >= 400 && pathname !== "/favicon.ico")
    report(failed(`${request.method} ${pathname}`, status, target.mapping));
  if (status === 403) reportRefusedHost(answer, () => report(hostRefused(hostOf(target))));
  const option = headers["x-frame-options"];
  if (option !== undefined && isForPage(request)) report(notFramed(`X-Frame-Options: ${String(option)}`));
  for (const cookie of headers["set-cookie"] ?? []) {
    if (!/;\s*samesite\s*=\s*none/i.test(cookie)) report(cookieLost(cookie.slice(0, cookie.indexOf("="))));
  }
}

/** Recognizes a rejection by Vite's host check, which is identifiable only by the start of the error page. */
function reportRefusedHost(answer: IncomingMessage, report: () => void): void {
  const look = (start: Buffer) => {
    if (start.toString("latin1").startsWith("Blocked request. This host")) report();
  };
  const drop = () => answer.destroy();
  answer.once("data", guarded(look, drop));
}

export const pageScriptPath = "/.slashpass/page.js";
const tag = Buffer.from(`<script src="${pageScriptPath}"></script>`);

const beginning = 1024;
const documentType = /^(?:\xEF\xBB\xBF)?\s*(?:<!--[^]*?-->\s*)*<!doctype[^>]*>/i;

export function isPlainPage({ headers }: IncomingMessage): boolean {
  const type = headers["content-type"] ?? "";
  const isHtml = /^text\/html(?:;|$)/i.test(type) && !/charset="?utf-(?:16|32)/i.test(type);
  return isHtml && (headers["content-encoding"] ?? "identity") === "identity";
}

/** Adds no line break, to preserve line numbers. */
export function addPageScript(): Transform {
  let start: Buffer | undefined = Buffer.alloc(0);
  const begin = (bytes: Buffer): Buffer => {
    start = undefined;
    const [type = ""] = documentType.exec(bytes.toString("latin1", 0, 2 * beginning)) ?? [];
    return Buffer.concat([bytes.subarray(0, type.length), tag, bytes.subarray(type.length)]);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!start) return done(null, chunk);
      start = Buffer.concat([start, chunk]);
      if (start.length < beginning) return done();
      done(null, begin(start));
    },
    flush(done) {
      done(null, start && start.length > 0 ? begin(start) : undefined);
    },
  });
}

/** Bypasses the system's resolver. Returns both loopback addresses, because servers may listen on either one. */
const thisMachine: LookupFunction = (_name, { all }, done) => {
  const [first, second] = ["127.0.0.1", "::1"] as const;
  if (!all) return done(null, first, 4);
  done(
    null,
    [first, second].map((address) => ({ address, family: isIP(address) })),
  );
};

export interface TargetAnswer extends IncomingMessage {
  statusCode: number;
  statusMessage: string;
}

export function requestTarget(
  { method = "GET" }: IncomingMessage,
  target: MappedPath,
  { search, headers }: { readonly search: string; readonly headers: readonly string[] },
): ClientRequest {
  const { host, port, path } = target;
  return startRequest({
    host: /localhost$/i.test(host) ? "localhost" : host.replace(/^\[|\]$/g, ""),
    port,
    method,
    path: `${path}${search}`,
    headers,
    lookup: thisMachine,
    // A reused connection would fail after the server restarts.
    agent: false,
  });
}
