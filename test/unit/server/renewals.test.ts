import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { leaseMs } from "../../../src/server/player-store.ts";
import { type AnswerTime, Renewals, publishStoreFailure } from "../../../src/server/renewals.ts";
import { collectMessages } from "../../setup/collect-messages.ts";
import { memoryPlayerStore } from "../../../src/server/memory-player-store.ts";

const clock = () => performance.now();
const renewed = { accessToken: "new", scopes: "", expiresIn: 60 };
const tokens = { accessToken: "old", refreshToken: "refresh", scopes: "s" };

async function leased(store = memoryPlayerStore()) {
  await store.put("app:1", "record", { dueMs: 0, remainingMs: 0 });
  const requestedAt = performance.now();
  const taken = await store.take("app:1");
  if (taken.state !== "leased") return expect.unreachable();
  return { store, renewal: { player: "1", account: "app:1", taken, tokens, requestedAt } };
}

function answering(
  store: ConstructorParameters<typeof Renewals>[0],
  ask: ConstructorParameters<typeof Renewals>[1]["ask"],
  now = clock,
): Renewals {
  return new Renewals(store, { ask, onDead: () => expect.unreachable() }, now);
}

describe("a renewal", () => {
  it("settles when its tokens are stored", async () => {
    const { store, renewal } = await leased();
    const renewals = answering(store, async () => renewed);
    const renewing = renewals.renew(renewal);
    await renewals.settled();
    expect(await store.take("app:1")).toMatchObject({ state: "fresh" });
    expect(await renewing).toMatchObject({
      tokens: { accessToken: "new", refreshToken: "refresh" },
    });
    expect(renewals.unwritten("app:1")).toBeUndefined();
  });

  it("rejects with a callback's error and publishes only the error code", async () => {
    const { store, renewal } = await leased();
    const failure = new Error("of the caller's");
    const renewals = answering(store, () => Promise.reject(failure));
    const outcomes = await collectMessages("slashpass:token:refresh", async () => {
      await expect(renewals.renew(renewal)).rejects.toBe(failure);
    });
    expect(outcomes).toMatchObject([{ player: "1", outcome: "failed", code: "callback_failed" }]);
    await renewals.settled();
  });

  it.each([
    ["blocked by the rate limits releases the lease because nothing was sent", "rate_limited", "leased"],
    ["whose limits do not respond releases the lease", "limits_timeout", "leased"],
    ["stopped by too many refusals releases the lease", "too_many_invalid_requests", "leased"],
    ["that gets no response keeps the lease, because the token may have been used", "network_error", "busy"],
  ] as const)("%s", async (_, code, state) => {
    const { store, renewal } = await leased();
    const failure = new ClientError({ type: ErrorType.HTTPError, code, message: "failed" });
    await expect(answering(store, () => Promise.reject(failure)).renew(renewal)).rejects.toBe(failure);
    expect(await store.take("app:1")).toMatchObject({ state });
  });
});

describe("response time", () => {
  /** Renews with a clock that advances by `ms` before the request is sent. */
  const sentAfter = async (ms: number) => {
    const { store, renewal } = await leased();
    let isSent = false;
    const ask = async (_player: string, _tokens: unknown, answerTime: AnswerTime) => {
      answerTime();
      isSent = true;
      return renewed;
    };
    const renewals = answering(store, ask, () => ms);
    const outcome = await renewals.renew({ ...renewal, requestedAt: 0 }).catch((error: unknown) => error);
    return { isSent, outcome, next: await store.take("app:1") };
  };

  it("ends two seconds before the lease to leave time for the write", async () => {
    const { store, renewal } = await leased();
    const times: number[] = [];
    const ask = async (_player: string, _tokens: unknown, answerTime: AnswerTime) => {
      times.push(answerTime());
      return renewed;
    };
    await answering(store, ask, () => 4000).renew({ ...renewal, requestedAt: 0 });
    expect(times).toEqual([leaseMs - 4000 - 2000]);
  });

  it("is too short for a request if less than seven seconds are left, so the lease is released", async () => {
    expect(await sentAfter(leaseMs - 9000)).toMatchObject({ isSent: true, next: { state: "fresh" } });
    expect(await sentAfter(leaseMs - 8999)).toMatchObject({
      isSent: false,
      outcome: {
        code: "session_busy",
        retryable: true,
        message:
          "The token was not refreshed: only 8999 ms of its 15000 ms lease were left, which is not enough time for the service to respond.",
      },
      next: { state: "leased" },
    });
    expect(await sentAfter(leaseMs + 90_000)).toMatchObject({
      isSent: false,
      outcome: { message: expect.stringContaining("only 0 ms of") as string },
    });
  });
});

describe("a token that the store failed to write", () => {
  it("is reported with the store's failure until a write succeeds", async () => {
    const memory = memoryPlayerStore();
    const failure = new Error("away");
    let isAway = true;
    const write: typeof memory.write = (...args) =>
      isAway ? Promise.reject(failure) : memory.write(...args);
    const { renewal } = await leased(memory);
    const ask = async () => renewed;
    const renewals = answering({ ...memory, write }, ask);
    await renewals.renew(renewal);
    expect(renewals.unwritten("app:1")).toMatchObject({ tokens: { accessToken: "new" }, failure });
    isAway = false;
    await renewals.settled();
    expect(renewals.unwritten("app:1")).toBeUndefined();
    expect(await memory.take("app:1")).toMatchObject({ state: "fresh" });
  });
});

it("publishes only the error code if the store fails", async () => {
  const full = new ClientError({ type: ErrorType.Disabled, code: "store_full", message: "full" });
  const events = await collectMessages("slashpass:store:failed", () => {
    publishStoreFailure("Reading", new Error("the-secret"));
    publishStoreFailure("Keeping", full);
  });
  expect(events).toEqual([
    { operation: "Reading", code: "store_failed" },
    { operation: "Keeping", code: "store_full" },
  ]);
});
