import { describe, expect, it } from "vitest";
import { observedRateLimits, RateLimits } from "../../../../src/emulator/base/rate-limits.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { limited } from "../../../setup/emulator/limited.ts";
import { call } from "../../../setup/emulator/requests.ts";

const ping = { name: "ping", description: "Answers with pong" };

describe("rate limits", () => {
  const limit = { method: "POST", path: /\/commands$/g, requests: 1, seconds: 10 };
  const request = { method: "POST", path: "/applications/1/commands", authorization: "Bot a" };

  it("share a bucket id, count per credential and guild, and reset when their window ends", () => {
    let now = 1_000_000;
    const limits = new RateLimits([limit], () => now);
    const first = limits.count(request);
    expect(first).toMatchObject({
      "x-ratelimit-limit": "1",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "1010.000",
      "x-ratelimit-reset-after": "10.000",
    });
    const guild = limits.count({ ...request, path: "/applications/1/guilds/7/commands" });
    expect(guild["x-ratelimit-bucket"]).toBe(first["x-ratelimit-bucket"]);
    limits.count({ ...request, authorization: "Bot b" });
    now += 2_500;
    const refused = limited(() => limits.count(request));
    expect(refused.body).toEqual({ message: expect.any(String), retry_after: 7.5, global: false });
    expect(refused.headers).toMatchObject({ "retry-after": "8", "x-ratelimit-scope": "user" });
    now += 7_500;
    expect(limits.count(request)).toMatchObject({ "x-ratelimit-remaining": "0" });
  });

  it("apply only to their method and path", () => {
    const limits = new RateLimits([limit], () => 0);
    expect(limits.count({ ...request, method: "GET" })).toEqual({});
    expect(limits.count({ ...request, path: "/users/@me" })).toEqual({});
  });

  it("count all callers together if the scope is shared", () => {
    const limits = new RateLimits([{ ...limit, scope: "shared" }], () => 0);
    limits.count(request);
    const refused = limited(() => limits.count({ ...request, authorization: "Bot b" }));
    expect(refused.body.message).toBe("The resource is being rate limited.");
    expect(refused.headers).toMatchObject({ "x-ratelimit-scope": "shared", "x-ratelimit-remaining": "0" });
  });

  it("count channels separately and webhooks by token", () => {
    const limits = new RateLimits([{ requests: 1, seconds: 10 }], () => 0);
    const paths = ["/channels/1/x", "/channels/2/x", "/webhooks/5/token", "/webhooks/5/other", "/guilds/1/x"];
    for (const path of paths)
      expect(limits.count({ ...request, path })).toMatchObject({ "x-ratelimit-remaining": "0" });
    limited(() => limits.count({ ...request, path: "/channels/1/y" }));
    limited(() => limits.count({ ...request, path: "/webhooks/5/token/messages/@original" }));
  });

  it("count all routes except interaction responses if the scope is global", () => {
    const global = { scope: "global" as const, requests: 2, seconds: 1 };
    const limits = new RateLimits([limit, global], () => 0);
    expect(limits.count(request)).toMatchObject({ "x-ratelimit-limit": "1" });
    expect(limits.count({ ...request, method: "GET" })).toEqual({});
    const refused = limited(() => limits.count({ ...request, method: "GET" }));
    expect(refused.body).toEqual({ message: expect.any(String), retry_after: 1, global: true });
    expect(Object.keys(refused.headers)).toEqual(["retry-after", "x-ratelimit-scope", "x-ratelimit-global"]);
    for (const path of ["/interactions/5/token/callback", "/webhooks/5/token"])
      expect(limits.count({ ...request, path })).toEqual({});
  });

  it("include the observed limit of 5 follow-ups per interaction in 2 seconds", () => {
    let now = 0;
    const limits = new RateLimits(observedRateLimits, () => now);
    const followUp = { method: "POST", path: "/webhooks/5/token", authorization: undefined };
    for (let count = 0; count < 5; count++) limits.count(followUp);
    limited(() => limits.count(followUp));
    limits.count({ ...followUp, path: "/webhooks/5/other" });
    now = 2_000;
    expect(limits.count(followUp)).toMatchObject({ "x-ratelimit-remaining": "4" });
  });

  it("appear in headers and cause a 429 with the remaining time", async () => {
    await using emulator = await startEmulator({
      rateLimits: [{ method: "POST", path: /\/commands$/, requests: 2, seconds: 20 }],
    });
    const first = await call(emulator, "POST", "/commands", ping);
    expect(first.headers.get("x-ratelimit-limit")).toBe("2");
    expect(first.headers.get("x-ratelimit-remaining")).toBe("1");
    await call(emulator, "POST", "/commands", ping);
    const refused = await call(emulator, "POST", "/commands", ping);
    expect(refused).toMatchObject({ status: 429, body: { global: false, retry_after: expect.any(Number) } });
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(20);
    expect((await call(emulator, "GET", "/commands")).headers.get("x-ratelimit-limit")).toBeNull();
  });
});
