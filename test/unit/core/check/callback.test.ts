import { describe, expect, it, test, vi } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { answerOf, callbackFailed, safeCallback, readCallback } from "../../../../src/core/check/callback.ts";

const settled = () => new Promise(setImmediate);
const clean = (text: string) => text.replaceAll("s3cret-token", "[redacted]");
const failed = () => callbackFailed("exchangeCode");

describe("a notification callback", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no"))],
    ["gives a broken promise", () => Object.create(Promise.prototype) as Promise<void>],
  ])("is reported by name if it %s", async (_, callback) => {
    const report = vi.fn();
    safeCallback("onProgress", callback, report)();
    await settled();
    expect(report.mock.calls).toEqual([["onProgress", expect.any(Error)]]);
  });

  it.each([
    ["gives something", () => 5],
    ["hangs", () => new Promise(() => undefined)],
    ["resolves", () => Promise.resolve()],
  ])("is not awaited if it %s", async (_, callback) => {
    const report = vi.fn();
    expect(safeCallback("onProgress", callback, report)()).toBeUndefined();
    await settled();
    expect(report).not.toHaveBeenCalled();
  });
});

describe("an awaited callback", () => {
  it("returns its result", async () => {
    expect(await answerOf(() => 5, clean, failed)).toBe(5);
    expect(await answerOf(() => Promise.resolve(5), clean, failed)).toBe(5);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("s3cret-token");
      },
    ],
    ["rejects", () => Promise.reject(new Error("s3cret-token"))],
    [
      "throws no error",
      () => {
        throw "s3cret-token";
      },
    ],
    [
      "throws something like a ClientError",
      () =>
        Promise.reject(
          Object.assign(new Error("s3cret-token"), { [Symbol.for("slashpass.ClientError")]: true }),
        ),
    ],
  ])("that %s fails without details of its error", async (_, call) => {
    const error: unknown = await answerOf(call as () => never, clean, failed).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      code: "callback_failed",
      message: "exchangeCode threw an error.",
    });
    expect((error as Error).stack + JSON.stringify(error)).not.toContain("s3cret-token");
  });

  it("passes on a cleaned ClientError without its extra properties", async () => {
    const thrown = new ClientError({
      type: ErrorType.HTTPError,
      code: "invalid_grant",
      message: "s3cret-token was refused",
      hint: "not s3cret-token",
      status: 400,
    });
    Object.assign(thrown, { cause: "s3cret-token", other: "s3cret-token" });
    const call = () => Promise.reject(thrown);
    const error: unknown = await answerOf(call, clean, failed).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "invalid_grant",
      status: 400,
      message: "[redacted] was refused",
      hint: "not [redacted]",
    });
    expect(Object.keys(error as object)).not.toContain("other");
    expect((error as Error).stack).not.toContain("s3cret-token");
  });
});

test("ignores an exception of a notification callback", () => {
  let calls = 0;
  const listener = readCallback("onWait")(() => {
    calls += 1;
    throw new Error("no");
  }, "options.onWait");
  expect(() => listener()).not.toThrow();
  expect(calls).toBe(1);
  expect(() => readCallback("onWait")(5, "options.onWait")).toThrow("options.onWait is a number");
});
