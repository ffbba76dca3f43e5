import { describe, expect, it } from "vitest";
import { CreateBudget } from "../../../src/emulator/commands/create-budget.ts";
import { DevicePolls } from "../../../src/emulator/world/device-polls.ts";
import { RateLimits } from "../../../src/emulator/base/rate-limits.ts";
import { RateLimited } from "../../../src/emulator/base/refusal.ts";

/** Runs `work`, which has to be refused for a while. */
function limited(work: () => unknown): RateLimited {
  try {
    work();
  } catch (error) {
    if (error instanceof RateLimited) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}

describe("the creates of a day", () => {
  it("are 200, and one comes back every 432 seconds", () => {
    let now = 0;
    const budget = new CreateBudget(() => now);
    budget.take(200);
    now = 100_000;
    expect(limited(() => budget.take(1)).body).toMatchObject({
      code: 30_034,
      retry_after: 332,
      global: false,
    });
    now = 432_000;
    budget.take(1);
    expect(limited(() => budget.take(2)).body.retry_after).toBe(864);
  });

  it("are taken all or none, and never pile up above a day's", () => {
    let now = 0;
    const budget = new CreateBudget(() => now);
    limited(() => budget.take(201));
    budget.take(150);
    now = 10 * 86_400_000;
    budget.take(200);
    limited(() => budget.take(1));
  });
});

describe("a rate limit", () => {
  const limit = { method: "POST", path: /\/commands$/g, requests: 1, seconds: 10 };
  const request = { method: "POST", path: "/applications/1/commands", authorization: "Bot a" };

  it("counts per credential and guild, in one bucket, and starts anew after its time", () => {
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

  it("is for its own method and path", () => {
    const limits = new RateLimits([limit], () => 0);
    expect(limits.count({ ...request, method: "GET" })).toEqual({});
    expect(limits.count({ ...request, path: "/users/@me" })).toEqual({});
  });
});

describe("a device", () => {
  it("that asks too early waits 5 seconds longer from then on", () => {
    let now = 0;
    const polls = new DevicePolls(5, () => now);
    expect(polls.isTooEarly("code")).toBe(false);
    now += 5_000;
    expect(polls.isTooEarly("code")).toBe(false);
    expect(polls.isTooEarly("another")).toBe(false);
    now += 1_000;
    expect(polls.isTooEarly("code")).toBe(true);
    now += 5_000;
    expect(polls.isTooEarly("code")).toBe(true);
    now += 15_000;
    expect(polls.isTooEarly("code")).toBe(false);
  });
});
