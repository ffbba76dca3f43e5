import { describe, expect, it } from "vitest";
import { invalidField, RateLimited, Refusal } from "../../../../src/emulator/base/refusal.ts";

it("returns a one-line reason", () => {
  expect(new Refusal(404, 0, "404: Not Found").reason).toBe("404: Not Found");
  expect(invalidField("data.embeds.0", "X", "Too many").reason).toBe("data.embeds.0: Too many");
  const whole = new Refusal(400, 50_035, "Invalid Form Body", {
    _errors: [{ code: "X", message: "No form" }],
  });
  expect(whole.reason).toBe("No form");
});

describe("RateLimited", () => {
  it("sends the exact time in the body and whole seconds in a header", () => {
    const refused = new RateLimited(
      { message: "Slow.", retryAfter: 1.23456, scope: "user" },
      { "x-more": "1" },
    );
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ message: "Slow.", retry_after: 1.235, global: false });
    expect(refused.headers).toEqual({ "x-more": "1", "retry-after": "2", "x-ratelimit-scope": "user" });
  });

  it("supports the global scope and an error code", () => {
    const refused = new RateLimited({ message: "Slow.", retryAfter: 0, scope: "global", code: 30_034 });
    expect(refused.body).toEqual({ message: "Slow.", retry_after: 0.001, global: true, code: 30_034 });
    expect(refused.headers).toMatchObject({ "x-ratelimit-scope": "global", "x-ratelimit-global": "true" });
  });
});
