import { describe, expect, it } from "vitest";
import {
  faultResponse,
  type FaultName,
  faultKinds,
  faultNames,
} from "../../../../src/emulator/base/fault-kinds.ts";

const hit = {
  method: "POST",
  path: "/api/v10/applications/5/commands",
  retryAfter: 64.57,
  now: 1_470_173_000_000,
};
const give = (name: FaultName, change = {}) => {
  const { status, headers, text } = faultResponse(name, { ...hit, ...change }) ?? expect.unreachable();
  return { status, headers, body: headers["content-type"] === "application/json" ? JSON.parse(text) : text };
};

describe("a 429 response", () => {
  const reset = {
    "x-ratelimit-limit": "5",
    "x-ratelimit-reset": "1470173064.570",
    "x-ratelimit-reset-after": "64.570",
    "x-ratelimit-bucket": expect.stringMatching(/^[0-9a-f]{32}$/),
    "retry-after": "65",
  };

  it("has the user scope and the caller's bucket", () => {
    expect(give("rate-limited")).toEqual({
      status: 429,
      headers: {
        ...reset,
        "content-type": "application/json",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-scope": "user",
      },
      body: { message: "You are being rate limited.", retry_after: 64.57, global: false },
    });
  });

  it("has the shared scope and a nonzero remaining count for the caller", () => {
    const { headers, body } = give("rate-limited-shared");
    expect(headers).toMatchObject({ ...reset, "x-ratelimit-remaining": "4", "x-ratelimit-scope": "shared" });
    expect(body).toEqual({
      message: "The resource is being rate limited.",
      retry_after: 64.57,
      global: false,
    });
  });

  it("has the global scope and no bucket", () => {
    expect(give("rate-limited-global")).toEqual({
      status: 429,
      headers: {
        "content-type": "application/json",
        "retry-after": "65",
        "x-ratelimit-global": "true",
        "x-ratelimit-scope": "global",
      },
      body: { message: "You are being rate limited.", retry_after: 64.57, global: true },
    });
  });

  it("has one bucket per method and route, regardless of ids", () => {
    const bucketOf = (change: object) => give("rate-limited", change).headers["x-ratelimit-bucket"];
    expect(bucketOf({ path: "/api/applications/77/commands" })).toBe(bucketOf({}));
    expect(bucketOf({ method: "GET" })).not.toBe(bucketOf({}));
    const webhook = (token: string) => bucketOf({ path: `/api/v10/webhooks/5/${token}/messages/@original` });
    expect(webhook("aW50ZXJhY3Rpb24")).toBe(webhook("b3RoZXI"));
  });

  it("has a plain-text body if it is from the CDN", () => {
    expect(give("blocked")).toMatchObject({
      status: 429,
      headers: {
        server: "cloudflare",
        "retry-after": "65",
        "content-type": expect.stringContaining("text/plain"),
      },
      body: "error code: 1015",
    });
  });
});

it.each<[FaultName, number, unknown]>([
  ["server-error", 500, { message: "500: Internal Server Error", code: 0 }],
  [
    "bad-gateway",
    502,
    expect.stringMatching(/^<html>\r\n<head><title>502 Bad Gateway<.*cloudflare.*<\/html>\r\n$/s),
  ],
  ["unavailable", 503, expect.stringMatching(/^upstream connect error/)],
  ["gateway-timeout", 504, expect.stringContaining("<h1>504 Gateway Time-out</h1>")],
  ["origin-down", 521, "error code: 521"],
])("maps %s to status %i", (name, status, body) => {
  expect(give(name)).toMatchObject({ status, body });
});

it("has a title for every fault and a response for all but the four connection faults", () => {
  expect(faultNames.every((name) => faultKinds[name].title.length > 10)).toBe(true);
  expect(faultNames.filter((name) => !faultResponse(name, hit))).toEqual([
    "drop",
    "drop-answer",
    "half",
    "slow",
  ]);
});
