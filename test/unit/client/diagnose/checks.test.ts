import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Check, runAllChecks, runChecks } from "../../../../src/client/diagnose/checks.ts";
import { finding } from "../../../../src/client/diagnose/finding.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";
import { botToken, contextOf, goodAnswers } from "../../../setup/diagnosed.ts";
import { scriptedFetch } from "../../../setup/scripted-fetch.ts";

const good: Check = () => Promise.resolve(finding("ok", "Good."));
const hangs: Check = () => new Promise(() => undefined);
const { context } = contextOf();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("runs all checks even if one throws or hangs", async () => {
  const throws: Check = () => Promise.reject(new Error("secret"));
  const running = runChecks({ addon: good, browser: throws, loopback: hangs, clock: good }, context, {
    timeoutMs: 5_000,
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await running).toEqual([
    { check: "addon", verdict: "ok", found: "Good." },
    {
      check: "browser",
      verdict: "failure",
      found: "The check itself failed.",
      advice: expect.any(String) as string,
    },
    {
      check: "loopback",
      verdict: "failure",
      found: "The check did not end within 5 s.",
      advice: expect.any(String) as string,
      code: "timeout",
    },
    { check: "clock", verdict: "ok", found: "Good." },
  ]);
});

test("stops when the signal aborts", async () => {
  const abort = new AbortController();
  const running = runChecks({ loopback: hangs }, context, { timeoutMs: 5_000, signal: abort.signal });
  abort.abort();
  await expect(running).rejects.toMatchObject({ code: "aborted" });
});

test("returns the checks in order, without secrets", async () => {
  vi.useRealTimers();
  const { fetch } = scriptedFetch(
    ({ path }) => goodAnswers[new URL(path, "https://a.example").pathname] ?? {},
  );
  const results = await runAllChecks({
    applicationId: "123456789012345678",
    scopes: "openid sdk.social_layer_presence",
    timeoutMs: 10_000,
    apiBase: "https://service.example/api",
    webBase: "https://service.example",
    store: memoryTokenStore(),
    fetch,
    botToken,
  });
  expect(results.map(({ check }) => check)).toEqual([
    "addon",
    "browser",
    "loopback",
    "scheme",
    "keychain",
    "network",
    "clock",
    "redirect-uri",
    "public-client",
    "scopes",
  ]);
  expect(JSON.stringify(results)).not.toContain(botToken);
  const verdicts = Object.fromEntries(results.map(({ check, verdict }) => [check, verdict]));
  expect(verdicts).toMatchObject({
    loopback: "ok",
    keychain: "ok",
    network: "ok",
    "redirect-uri": "ok",
    "public-client": "ok",
  });
});
