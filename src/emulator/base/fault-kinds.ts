import { bucketOf, headersOfWindow } from "./rate-limits.ts";
import { type Limit, RateLimited, statusRefusal } from "./refusal.ts";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface HitRequest {
  readonly method: string;
  readonly path: string;
  readonly retryAfter: number;
  readonly now: number;
}

/** A named fault; see `FaultEffect.answer`. @stable */
export type FaultName =
  | "rate-limited"
  | "rate-limited-shared"
  | "rate-limited-global"
  | "blocked"
  | "server-error"
  | "bad-gateway"
  | "unavailable"
  | "gateway-timeout"
  | "origin-down"
  | "drop"
  | "drop-answer"
  | "half"
  | "slow";

interface FaultKind {
  readonly title: string;
  readonly answer?: (hit: HitRequest) => RawAnswer;
}

/**
 * The responses that clients receive from the service (Discord documentation, Rate Limits; discord-api-docs issue 5152 for 500),
 * from its CDN, or from Envoy (503).
 */
export const faultKinds: Readonly<Record<FaultName, FaultKind>> = {
  "rate-limited": { title: "429: too many requests", answer: (hit) => rateLimited(hit, "user") },
  "rate-limited-shared": {
    title: "429: too many requests from all callers combined",
    answer: (hit) => rateLimited(hit, "shared"),
  },
  "rate-limited-global": {
    title: "429: too many requests on all routes",
    answer: (hit) => rateLimited(hit, "global"),
  },
  blocked: {
    title: "429: the CDN blocks the caller",
    answer: ({ retryAfter }) =>
      answerOfCdn(429, "error code: 1015", { "retry-after": String(Math.ceil(retryAfter)) }),
  },
  "server-error": {
    title: "500: the service failed",
    answer: () => jsonOf(statusRefusal(500)),
  },
  "bad-gateway": {
    title: "502: the CDN cannot reach the service",
    answer: () => pageOfCdn(502, "502 Bad Gateway"),
  },
  unavailable: {
    title: "503: the service is overloaded",
    answer: () =>
      answerOfCdn(503, "upstream connect error or disconnect/reset before headers. reset reason: overflow"),
  },
  "gateway-timeout": {
    title: "504: the CDN timed out",
    answer: () => pageOfCdn(504, "504 Gateway Time-out"),
  },
  "origin-down": {
    title: "521: the CDN cannot find the service",
    answer: () => answerOfCdn(521, "error code: 521"),
  },
  drop: { title: "The connection is closed before the request is processed" },
  "drop-answer": { title: "The connection is closed after the request was processed" },
  half: { title: "The connection is closed in the middle of the response" },
  slow: { title: "The response is sent byte by byte" },
};

export const faultNames: readonly FaultName[] = Object.keys(faultKinds) as FaultName[];

export function faultResponse(name: FaultName, hit: HitRequest): RawAnswer | undefined {
  return faultKinds[name].answer?.(hit);
}

function answerOfCdn(status: number, text: string, headers: RawAnswer["headers"] = {}): RawAnswer {
  const ofCdn = { server: "cloudflare", "content-type": "text/plain; charset=UTF-8" };
  return { status, headers: { ...ofCdn, ...headers }, text };
}

function pageOfCdn(status: number, title: string): RawAnswer {
  const lines = [
    "<html>",
    `<head><title>${title}</title></head>`,
    "<body>",
    `<center><h1>${title}</h1></center>`,
    "<hr><center>cloudflare</center>",
    "</body>",
    "</html>",
  ];
  return answerOfCdn(status, `${lines.join("\r\n")}\r\n`, { "content-type": "text/html" });
}

const requests = 5;

function rateLimited({ method, path, retryAfter, now }: HitRequest, scope: Limit["scope"]): RawAnswer {
  const window = {
    bucket: bucketOf(`${method} ${routeOf(path)}`),
    requests,
    // A shared limit is used up by other callers, so this caller still has requests left.
    remaining: scope === "shared" ? requests - 1 : 0,
    end: now + retryAfter * 1000,
  };
  const headers = scope === "global" ? {} : headersOfWindow(window, now);
  return jsonOf(new RateLimited({ retryAfter, scope }, headers));
}

function routeOf(path: string): string {
  return path
    .replace(/^\/api(?:\/v\d+)?/, "")
    .replace(/(\/(?:webhooks|interactions)\/\d+)\/[^/]+/, "$1/:token")
    .replaceAll(/\/\d+/g, "/:id");
}

interface JsonAnswer {
  readonly status: number;
  readonly headers?: RawAnswer["headers"] | undefined;
  readonly body?: unknown;
}

export function jsonOf({ status, body, headers }: JsonAnswer): RawAnswer {
  const text = body === undefined ? "" : JSON.stringify(body);
  return { status, headers: { "content-type": "application/json", ...headers }, text };
}
