import { beforeEach, expect, it } from "vitest";
import { IssuerKeys } from "../../../../src/server/id-token/issuer-keys.ts";
import { IdTokenIssuer } from "../../../setup/id-token-issuer.ts";

let issuer: IdTokenIssuer;
let now: number;
let keys: IssuerKeys;
beforeEach(async () => {
  issuer = await IdTokenIssuer.start();
  now = 0;
  keys = new IssuerKeys(issuer.issuer, issuer.fetch, () => now);
});
const fetches = () => issuer.requestedPaths().filter((path) => path === "/keys").length;

it("caches keys for ten minutes, measured with a monotonic clock", async () => {
  await keys.current();
  now = 599_999;
  await keys.current();
  expect(fetches()).toBe(1);
  now = 600_000;
  await keys.current();
  expect(fetches()).toBe(2);
});

it("searches for unknown keys at most once a minute regardless of the number of tokens", async () => {
  const first = await keys.current();
  const second = await keys.newerThan(first);
  expect(fetches()).toBe(2);
  for (let at = 0; at < 60_000; at += 1000) {
    now = at;
    expect(await keys.newerThan(second ?? first)).toBe(undefined);
  }
  expect(fetches()).toBe(2);
  now = 60_000;
  expect(await keys.newerThan(second ?? first)).toMatchObject({ keys: [{}] });
  expect(fetches()).toBe(3);
});

it("shares one fetch between simultaneous callers", async () => {
  const first = await keys.current();
  const found = await Promise.all([keys.newerThan(first), keys.newerThan(first), keys.newerThan(first)]);
  expect(new Set(found).size).toBe(1);
  expect(fetches()).toBe(2);
});

it("returns the current keys without a fetch if the caller has older ones", async () => {
  const first = await keys.current();
  const second = await keys.newerThan(first);
  expect(await keys.newerThan(first)).toBe(second);
  expect(fetches()).toBe(2);
});

it("retries a failing issuer every five seconds and uses cached keys until they expire", async () => {
  const held = await keys.current();
  issuer.keys = new TypeError("away");
  now = 599_999;
  expect(await keys.current()).toBe(held);
  now = 600_000;
  for (let at = 0; at < 5; at++) {
    await expect(keys.current()).rejects.toMatchObject({ code: "network_error", retryable: true });
    now += 1000;
  }
  expect(fetches()).toBe(2);
  await expect(keys.current()).rejects.toMatchObject({ code: "network_error" });
  expect(fetches()).toBe(3);
});
