import { channel } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { Renewals, tellStoreFailed } from "../../../src/server/renewals.ts";
import { memoryPlayerStore } from "../../../src/server/memory-player-store.ts";

const tokens = { accessToken: "old", refreshToken: "refresh", scopes: "s" };

async function leased(store = memoryPlayerStore()) {
  await store.put("app:1", "record", { dueMs: 0, leftMs: 0 });
  const askedAt = performance.now();
  const taken = await store.take("app:1");
  if (taken.state !== "leased") return expect.unreachable();
  return { store, renewal: { player: "1", account: "app:1", taken, tokens, askedAt } };
}

/** Renewals that the service answers so. */
function answering(
  store: ConstructorParameters<typeof Renewals>[0],
  ask: ConstructorParameters<typeof Renewals>[1]["ask"],
): Renewals {
  return new Renewals(store, { ask, onDead: () => expect.unreachable() });
}

describe("A renewal", () => {
  it("is settled when its answer is kept", async () => {
    const { store, renewal } = await leased();
    const renewals = answering(store, async () => ({ accessToken: "new", scopes: "", expiresIn: 60 }));
    const renewed = renewals.renew(renewal);
    await renewals.settled();
    expect(await store.take("app:1")).toMatchObject({ state: "fresh" });
    expect(await renewed).toMatchObject({
      tokens: { accessToken: "new", refreshToken: "refresh" },
    });
    expect(renewals.unkept("app:1")).toBeUndefined();
  });

  it("that fails with something of the caller's gives nothing of it away, and settles", async () => {
    const { store, renewal } = await leased();
    const failure = new Error("of the caller's");
    const renewals = answering(store, () => Promise.reject(failure));
    const outcomes: unknown[] = [];
    const hear = (message: unknown) => void outcomes.push(message);
    channel("slashpass:token:refresh").subscribe(hear);
    await expect(renewals.renew(renewal)).rejects.toBe(failure);
    channel("slashpass:token:refresh").unsubscribe(hear);
    expect(outcomes).toMatchObject([{ player: "1", outcome: "failed", code: "callback_failed" }]);
    await renewals.settled();
  });

  it.each([
    ["that the limits did not let go gives the lease back: nothing was sent", "rate_limited", "leased"],
    ["that the limits gave no answer to gives the lease back", "limits_timeout", "leased"],
    ["that refusals stopped gives the lease back", "too_many_invalid_requests", "leased"],
    ["that got no answer keeps the lease: the token may be used up", "network_error", "busy"],
  ] as const)("%s", async (_, code, state) => {
    const { store, renewal } = await leased();
    const failure = new ClientError({ type: ErrorType.HTTPError, code, message: "failed" });
    await expect(answering(store, () => Promise.reject(failure)).renew(renewal)).rejects.toBe(failure);
    expect(await store.take("app:1")).toMatchObject({ state });
  });
});

describe("A store that failed", () => {
  it("is told of by its code alone", () => {
    const heard: unknown[] = [];
    const hear = (message: unknown) => void heard.push(message);
    channel("slashpass:store:failed").subscribe(hear);
    tellStoreFailed("Reading", new Error("the-secret"));
    tellStoreFailed(
      "Keeping",
      new ClientError({ type: ErrorType.Disabled, code: "store_full", message: "full" }),
    );
    channel("slashpass:store:failed").unsubscribe(hear);
    expect(heard).toEqual([
      { operation: "Reading", code: "store_failed" },
      { operation: "Keeping", code: "store_full" },
    ]);
  });
});
