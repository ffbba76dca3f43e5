import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InvalidRequests } from "../../../../src/core/request/rate-limiter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const none = new Headers();

function noteMany(requests: InvalidRequests, count: number, status: number, headers = none): void {
  for (let index = 0; index < count; index++) requests.note(status, headers);
}

test("blocks requests before the service bans the IP address, and allows them again later", () => {
  const requests = new InvalidRequests();
  noteMany(requests, 4000, 401);
  noteMany(requests, 4000, 403);
  noteMany(requests, 999, 429);
  requests.check("A call");
  noteMany(requests, 1, 429);
  expect(() => requests.check("A call")).toThrowError(
    expect.objectContaining({ code: "too_many_invalid_requests", retryable: true }),
  );
  vi.advanceTimersByTime(11 * 60_000);
  requests.check("A call");
});

test("ignores responses that do not count toward the ban limit", () => {
  const requests = new InvalidRequests();
  noteMany(requests, 9999, 200);
  noteMany(requests, 9999, 404);
  noteMany(requests, 9999, 429, new Headers({ "x-ratelimit-scope": "shared" }));
  requests.check("A call");
});
