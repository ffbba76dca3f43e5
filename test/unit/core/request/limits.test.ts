import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type RequestLimits,
  type RequestSlot,
  sharedIdentity,
  sharedLimits,
} from "../../../../src/core/request/limits.ts";
import { validationError } from "../../../../src/core/errors.ts";
import { limitedRequest } from "../../../setup/limited-request.ts";
import { throwing } from "../../../setup/throwing.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const request = { ...limitedRequest, mayWaitMs: 1000 };
const answer = { status: 200, headers: new Headers() };
const share = (enter: RequestLimits["enter"]) =>
  sharedLimits({ enter }, (text) => text.replaceAll("secret", "[hidden]"), 500);

test("passes the request and its response to the limits", async () => {
  const requests: unknown[] = [];
  const reported: unknown[] = [];
  const limits = share(async ({ route, identity }) => {
    requests.push([route, identity]);
    return { leave: (given) => void reported.push(given) };
  });
  (await limits.enter(request)).leave(answer);
  expect(requests).toEqual([["GET /commands", "bot"]]);
  expect(reported).toEqual([answer]);
});

test("masks secrets in a ClientError and hides any other error", async () => {
  const closed = share(async () =>
    Promise.reject(validationError("limits_timeout", "No secret today.", "Wait.")),
  );
  await expect(closed.enter(request)).rejects.toMatchObject({
    code: "limits_timeout",
    message: "No [hidden] today.",
  });
  const broken = share(throwing(new Error("secret")));
  await expect(broken.enter(request)).rejects.toMatchObject({
    code: "callback_failed",
    message: "limits.enter threw an error.",
  });
});

test("rejects with a timeout if the limits do not respond", async () => {
  const entering = share(async () => new Promise(() => undefined)).enter(request);
  const failed = expect(entering).rejects.toMatchObject({ code: "limits_timeout", retryable: true });
  await vi.advanceTimersByTimeAsync(1500);
  await failed;
});

test("releases a slot that is assigned after the call is aborted", async () => {
  const stop = new AbortController();
  const leave = vi.fn<RequestSlot["leave"]>();
  let grant: (slot: RequestSlot) => void = () => undefined;
  const slot = new Promise<RequestSlot>((resolve) => (grant = resolve));
  const entering = share(async () => slot).enter({ ...request, signal: stop.signal });
  stop.abort();
  await expect(entering).rejects.toMatchObject({ code: "aborted" });
  grant({ leave });
  await vi.advanceTimersByTimeAsync(0);
  expect(leave.mock.calls).toEqual([[undefined]]);
});

test("ignores an error thrown by leave", async () => {
  const slot = { leave: vi.fn<RequestSlot["leave"]>().mockThrow(new Error("broken")) };
  const entered = await share(async () => slot).enter(request);
  expect(() => entered.leave(answer)).not.toThrow();
});

test("identifies each user without revealing the token", async () => {
  const one = await sharedIdentity({ header: "Bearer one", identity: "user" });
  expect(one).toMatch(/^user [0-9a-f]{24}$/);
  expect(await sharedIdentity({ header: "Bearer one", identity: "user" })).toBe(one);
  expect(await sharedIdentity({ header: "Bearer two", identity: "user" })).not.toBe(one);
  expect(await sharedIdentity({ header: "Bot one", identity: "bot" })).toBe("bot");
});
