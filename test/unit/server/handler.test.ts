import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Problem } from "../../../src/interactions/endpoint/incoming.ts";
import type { SignedEndpoint } from "../../../src/interactions/endpoint/endpoint.ts";
import { createTokenHandler } from "../../../src/server/handler.ts";
import { createPlayerTokens } from "../../../src/server/player-tokens.ts";
import { memoryPlayerStore } from "../../../src/server/memory-player-store.ts";
import { TokenServiceInMemory } from "../../setup/token-service.ts";

const applicationId = "1234567890123456789";
const player = "222222222222222222";

let service: TokenServiceInMemory;
let handler: SignedEndpoint;
let problems: Problem[];
let store: ReturnType<typeof memoryPlayerStore>;

beforeEach(() => {
  service = new TokenServiceInMemory();
  store = memoryPlayerStore();
  problems = [];
  const tokens = createPlayerTokens({ applicationId, clientSecret: "secret", store, fetch: service.fetch });
  const report = (problem: Problem) => void problems.push(problem);
  handler = createTokenHandler({ tokens, addressHeader: "x-real-ip", report });
});
afterEach(() => void vi.restoreAllMocks());

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return handler(new Request("http://127.0.0.1/tokens", { method: "POST", body: text, headers }));
}

const code = { applicationId, code: player, codeVerifier: "v", redirectUri: "http://127.0.0.1/callback" };

describe("the endpoint for games", () => {
  it("exchanges a code for an access token and a session secret, and the secret for the next pair", async () => {
    const first = await post(code);
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const grant = (await first.json()) as { refreshToken: string };
    expect(grant).toMatchObject({ player, accessToken: "access-0-1", scopes: "openid" });
    const second = await post({ applicationId, refreshToken: grant.refreshToken });
    expect(await second.json()).toMatchObject({ player, accessToken: "access-0-1" });
    expect(JSON.stringify(service.requests)).not.toContain(grant.refreshToken);
  });

  it("authenticates a player without an account", async () => {
    const answer = await post({ applicationId, external: { type: 0, token: "provider-token" } });
    expect(answer.status).toBe(200);
    expect(service.requests[0]).toMatchObject({ path: "/partner-sdk/token" });
  });

  it.each([
    ["a used code", { ...code, code: "bad" }, 401, "invalid_grant"],
    ["an invalid secret", { applicationId, refreshToken: "x" }, 401, "invalid_grant"],
    ["another application", { ...code, applicationId: "9" }, 400, "invalid_request"],
    ["a code without its verifier", { applicationId, code: player }, 400, "invalid_request"],
    ["an extra field", { ...code, admin: true }, 400, "invalid_request"],
    ["an invalid provider token", { applicationId, external: 7 }, 400, "invalid_request"],
    ["a list", [], 400, "invalid_request"],
    ["text that is not JSON", "no json", 400, "invalid_request"],
  ])("rejects %s", async (_, body, status, error) => {
    const answer = await post(body);
    expect([answer.status, await answer.json()]).toEqual([status, { error }]);
    expect(problems).toEqual([]);
  });

  it.each([
    ["undefined", undefined],
    ["a string", "request"],
    [
      "a value that throws when read",
      {
        get method() {
          throw new Error("of the caller");
        },
      },
    ],
  ])("throws `invalid_argument` if the request is %s", async (_, request) => {
    await expect(handler(request as never)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining("request is"),
    });
  });

  it("responds with 503 if reading a request fails", async () => {
    const broken = {
      method: "POST",
      header: () => null,
      readBody: () => Promise.reject(new Error("of the server")),
    };
    expect(await handler.receive(broken)).toMatchObject({ status: 503 });
    expect(problems).toMatchObject([{ code: "endpoint_failed" }]);
  });

  it("rejects methods other than POST and large bodies", async () => {
    const got = await handler(new Request("http://127.0.0.1/tokens"));
    const large = await post("x".repeat(20_000));
    expect([got.status, got.headers.get("allow"), large.status]).toEqual([405, "POST", 413]);
  });

  it("responds with 503 and reports the details only to the server if the service or the store fails", async () => {
    service.next.push(() => Response.json({ message: "internal details" }, { status: 500 }));
    const away = await post(code);
    expect([away.status, await away.json()]).toEqual([503, { error: "temporarily_unavailable" }]);
    vi.spyOn(store, "put").mockRejectedValue(new Error("internal details"));
    expect((await post(code)).status).toBe(503);
    expect(problems.map((problem) => problem.code)).toEqual(["endpoint_failed", "endpoint_failed"]);
  });

  it("passes on the service's retry delay", async () => {
    service.next.push(() => Response.json({ retry_after: 2.5 }, { status: 429 }));
    const answer = await post(code);
    expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
      429,
      "3",
      { error: "rate_limited", retryAfter: 2.5 },
    ]);
  });

  it("limits code exchanges per minute for each address", async () => {
    const from = (address: string) => post(code, { "x-real-ip": address });
    const statuses = [];
    for (let request = 0; request < 31; request++) statuses.push((await from("192.0.2.1")).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect([statuses.at(-1), (await from("192.0.2.2")).status, (await post(code)).status]).toEqual([
      429, 200, 200,
    ]);
  });

  it("limits code exchanges per minute for all unknown addresses combined", async () => {
    const tokens = createPlayerTokens({ applicationId, clientSecret: "secret", store, fetch: service.fetch });
    const withoutAddresses = createTokenHandler({ tokens });
    const counts = new Map<string, number>();
    vi.spyOn(store, "count").mockImplementation(async (name) => {
      // Only the last exchange is still allowed.
      const count = (counts.get(name) ?? 1199) + 1;
      counts.set(name, count);
      return count;
    });
    const request = () =>
      new Request("http://127.0.0.1/tokens", { method: "POST", body: JSON.stringify(code) });
    const last = await withoutAddresses(request());
    const countBefore = service.requests.length;
    const refused = await withoutAddresses(request());
    expect([last.status, refused.status, refused.headers.get("retry-after")]).toEqual([200, 429, "60"]);
    expect((await post(code)).status).toBe(429);
    expect(service.requests.length).toBe(countBefore);
    expect([...counts.keys()]).toEqual([`exchanges:${applicationId}`]);
    const { refreshToken } = (await last.json()) as { refreshToken: string };
    // Sessions are subject to a separate limit.
    vi.spyOn(store, "count").mockResolvedValue(1);
    expect((await post({ applicationId, refreshToken })).status).toBe(200);
  });

  it.each([
    ["tokens", { tokens: {} }],
    ["addressHeader", { addressHeader: 7 }],
    ["report", { report: 7 }],
  ])("cannot be created with invalid %s", (name, wrong) => {
    const tokens = createPlayerTokens({ applicationId, clientSecret: "secret", store, fetch: service.fetch });
    expect(() => createTokenHandler({ tokens, ...wrong } as never)).toThrow(new RegExp(`^options\\.${name}`));
  });
});
