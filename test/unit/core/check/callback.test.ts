import { describe, expect, it, test, vi } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import {
  answerOf,
  callbackFailed,
  cleanCopy,
  guarded,
  notificationCallback,
  safeCallback,
  textOfError,
} from "../../../../src/core/check/callback.ts";
import { EventEmitter } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { throwing } from "../../../setup/throwing.ts";

const settled = () => new Promise(setImmediate);
const clean = (text: string) => text.replaceAll(/s3cret(?:-token)?/g, "[redacted]");
const failed = () => callbackFailed("exchangeCode");

describe("a notification callback", () => {
  it.each([
    ["throws", throwing(new Error("no"))],
    ["rejects", () => Promise.reject(new Error("no"))],
    ["returns a broken promise", () => Object.create(Promise.prototype) as Promise<void>],
  ])("is reported by name if it %s", async (_, callback) => {
    const report = vi.fn();
    safeCallback("onProgress", callback, report)();
    await settled();
    expect(report.mock.calls).toEqual([["onProgress", expect.any(Error)]]);
  });

  it.each([
    ["returns a value", () => 5],
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
    ["throws", throwing(new Error("s3cret-token"))],
    ["rejects", () => Promise.reject(new Error("s3cret-token"))],
    ["throws a value that is not an error", throwing("s3cret-token")],
    [
      "rejects with an object that resembles a ClientError",
      () =>
        Promise.reject(
          Object.assign(new Error("s3cret-token"), { [Symbol.for("slashpass.ClientError")]: true }),
        ),
    ],
  ])("fails without error details if it %s", async (_, call) => {
    const error: unknown = await answerOf(call as () => never, clean, failed).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      code: "callback_failed",
      message: "exchangeCode threw an error.",
    });
    expect((error as Error).stack + JSON.stringify(error)).not.toContain("s3cret-token");
  });
});

test("ignores an exception from a notification callback", () => {
  let calls = 0;
  const listener = notificationCallback("onWait")(() => {
    calls += 1;
    throw new Error("no");
  }, "options.onWait");
  expect(() => listener()).not.toThrow();
  expect(calls).toBe(1);
  expect(() => notificationCallback("onWait")(5, "options.onWait")).toThrow("options.onWait is a number");
});

const failure = new Error("the listener failed");

it.each([
  ["throws", throwing(failure)],
  ["rejects", () => Promise.reject(failure)],
])("calls the end handler if the listener %s", async (_how, listener) => {
  const socket = new EventEmitter();
  const end = vi.fn();
  socket.on("data", guarded(listener, end));
  socket.emit("data", "first", 2);
  await nextTurn();
  expect(end.mock.calls).toEqual([[failure, "first", 2]]);
});

it("does not call the end handler if the listener succeeds, even asynchronously", async () => {
  const end = vi.fn();
  const received: number[] = [];
  guarded((one: number) => received.push(one), end)(1);
  guarded(async (one: number) => received.push(one), end)(2);
  await nextTurn();
  expect(received).toEqual([1, 2]);
  expect(end).not.toHaveBeenCalled();
});

it.each([
  ["throws", throwing(failure)],
  ["rejects", () => Promise.reject(failure)],
])("ignores an end handler that %s", async (_how, end) => {
  expect(guarded(throwing(failure), end)()).toBeUndefined();
  await nextTurn();
});

describe("cleanCopy", () => {
  const fields = { type: ErrorType.HTTPError, code: "my_game/disk_full", message: "it failed" } as const;

  /** A caller's error that contains invalid or secret values. */
  function changed(changes: object): ClientError {
    return Object.assign(Object.create(ClientError.prototype) as ClientError, { ...fields, ...changes });
  }

  it("returns an error unchanged if it contains no secrets", () => {
    const error = new ClientError({ ...fields, hint: "try again", status: 500 });
    expect(cleanCopy(error, clean)).toBe(error);
  });

  it("copies an error with a secret, removes the secret, and drops extra properties", () => {
    const error = new ClientError({
      ...fields,
      message: "no s3cret",
      hint: "a s3cret",
      responseBody: "the s3cret",
      status: 503,
      errorCode: 7,
      retryable: true,
      retryAfter: 2,
    });
    const copy = cleanCopy(Object.assign(error, { cause: new Error("s3cret") }), clean);
    expect(copy).not.toBe(error);
    expect(copy).toMatchObject({
      message: "no [redacted]",
      hint: "a [redacted]",
      responseBody: "the [redacted]",
      status: 503,
      errorCode: 7,
      retryable: true,
      retryAfter: 2,
    });
    expect([copy?.cause, copy?.stack?.includes("s3cret")]).toEqual([undefined, false]);
  });

  it("drops fields that have the wrong type", () => {
    const copy = cleanCopy(changed({ status: "s3cret", errorCode: {}, retryable: "yes" }), clean);
    expect(copy).toMatchObject({ ...fields, retryable: false });
    expect([copy?.status, copy?.errorCode]).toEqual([undefined, undefined]);
  });

  it.each([{ type: 99 }, { code: "s3cret code" }, { code: 7 }, { message: undefined }])(
    "returns undefined for an error with %j",
    (changes) => {
      expect(cleanCopy(changed(changes), clean)).toBe(undefined);
    },
  );

  it("returns undefined if a getter throws", () => {
    const error = new ClientError(fields);
    Object.defineProperty(error, "message", {
      get() {
        throw new Error("s3cret");
      },
    });
    expect(cleanCopy(error, clean)).toBe(undefined);
  });
});

const hostile = {
  toString() {
    throw new Error("no");
  },
};

it.each<[unknown, string]>([
  [new Error("no"), "Error: no"],
  ["a text", "a text"],
  [undefined, "undefined"],
  [Object.create(null), "an unprintable value"],
  [hostile, "an unprintable value"],
])("returns a string for any thrown value (%#)", (thrown, text) => {
  expect(textOfError(thrown)).toBe(text);
});

it("truncates a long string", () => {
  expect(textOfError("x".repeat(2000))).toHaveLength(1000);
});
