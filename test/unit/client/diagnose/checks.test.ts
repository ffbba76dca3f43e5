import * as listener from "../../../../src/sign-in/redirect/loopback-server.ts";
import { afterEach, beforeEach, expect, test, vi, describe } from "vitest";
import {
  type Check,
  runAllChecks,
  runChecks,
  checkAddon,
  checkBrowser,
  checkKeychain,
  checkLoopback,
  checkClock,
  checkNetwork,
  checkPresence,
  checkScheme,
} from "../../../../src/client/diagnose/checks.ts";
import { finding } from "../../../../src/client/diagnose/finding.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";
import { botToken, contextOf, goodAnswers, never, type Diagnosed } from "../../../setup/diagnosed.ts";
import { scriptedFetch } from "../../../setup/scripted-fetch.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import type { HostEnvironment } from "../../../../src/sign-in/browser/environment.ts";
import { unknownBrowser } from "../../../../src/client/diagnose/context.ts";
import { createServer } from "node:net";
import type { RedirectSchemeStatus } from "../../../../src/sign-in/redirect/custom-scheme-registration.ts";

const good: Check = () => Promise.resolve(finding("ok", "Good."));
const hangs: Check = () => new Promise(() => undefined);
const { context: anyContext } = contextOf();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("runs all checks even if one throws or hangs", async () => {
  const throws: Check = () => Promise.reject(new Error("secret"));
  const running = runChecks({ addon: good, browser: throws, loopback: hangs, clock: good }, anyContext, {
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
      found: "The check did not finish within 5 s.",
      advice: expect.any(String) as string,
      code: "timeout",
    },
    { check: "clock", verdict: "ok", found: "Good." },
  ]);
});

test("stops when the signal aborts", async () => {
  const abort = new AbortController();
  const running = runChecks({ loopback: hangs }, anyContext, { timeoutMs: 5_000, signal: abort.signal });
  abort.abort();
  await expect(running).rejects.toMatchObject({ code: "aborted" });
});

test("returns the checks in order and without secrets", async () => {
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
    "presence",
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

describe("checkAddon", () => {
  const addon = () => {
    throw new ClientError({
      type: ErrorType.Disabled,
      code: "addon_unavailable",
      message: "None.",
      hint: "Build it.",
    });
  };

  test("reports the addon's path and how it was found", async () => {
    expect(await checkAddon(contextOf().context)).toEqual({
      verdict: "ok",
      found: "/game/slashpass.node: next to the bundle.",
    });
  });

  test.each([
    [{}, "warning"],
    [{ customSchemeParam: "com.example.game" }, "failure"],
  ])("with the options %j, reports a missing addon as a %s", async (options, verdict) => {
    const { context } = contextOf({ machine: { addon }, options });
    expect(await checkAddon(context)).toEqual({
      verdict,
      found: "None.",
      advice: "Build it.",
      code: "addon_unavailable",
    });
  });
});

describe("checkBrowser", () => {
  test.each<[HostEnvironment[], string | undefined, string, RegExp]>([
    [[], "firefox.desktop", "ok", /firefox\.desktop/],
    [["steam-deck"], "firefox.desktop", "ok", /firefox/],
    [["no-display"], "firefox.desktop", "warning", /^No display/],
    [["steam-deck", "game-mode"], "firefox.desktop", "warning", /^Game mode/],
    [["ssh"], "firefox.desktop", "warning", /^SSH session/],
    [[], undefined, "warning", /No default browser/],
    [[], unknownBrowser, "not-checked", /xdg-settings/],
  ])(
    "maps the environments %j and the default browser %s to %s",
    async (environments, browser, verdict, found) => {
      const machine = { environments: () => environments, browser: () => Promise.resolve(browser) };
      const result = await checkBrowser(contextOf({ machine }).context, never);
      expect(result).toMatchObject({ verdict, found: expect.stringMatching(found) as string });
      if (verdict === "warning") expect(result.advice).toMatch(/\.$/);
    },
  );
});

describe("checkKeychain", () => {
  /** Returns a context that treats a memory store as the keychain. */
  function keychainContext(diagnosed: Diagnosed = {}) {
    const store = memoryTokenStore();
    return { store, context: { ...contextOf(diagnosed).context, usesKeychain: true, store } };
  }

  test("writes, reads and deletes an entry", async () => {
    const { context, store } = keychainContext();
    const probe = vi.spyOn(store, "probe");
    expect(await checkKeychain(context, never)).toEqual({
      verdict: "ok",
      found: "An entry was written, read and deleted (memory).",
    });
    expect(probe).toHaveBeenCalledOnce();
  });

  test("does not access a locked keychain, because that would show a dialog", async () => {
    const { context, store } = keychainContext({
      machine: { isKeychainLocked: () => Promise.resolve(true) },
    });
    const probe = vi.spyOn(store, "probe");
    expect(await checkKeychain(context, never)).toMatchObject({ verdict: "warning" });
    expect(probe).not.toHaveBeenCalled();
  });

  test("checks a custom store even if the keychain is locked", async () => {
    const isKeychainLocked = vi.fn(() => Promise.resolve(true));
    expect(await checkKeychain(contextOf({ machine: { isKeychainLocked } }).context, never)).toMatchObject({
      verdict: "ok",
    });
    expect(isKeychainLocked).not.toHaveBeenCalled();
  });

  test("checks a keychain whose lock state is unknown", async () => {
    const { context, store } = keychainContext({
      machine: { isKeychainLocked: () => Promise.reject(new Error("no bus")) },
    });
    const absent = new ClientError({ type: ErrorType.Disabled, code: "keychain_absent", message: "None." });
    vi.spyOn(store, "probe").mockRejectedValue(absent);
    await expect(checkKeychain(context, never)).rejects.toBe(absent);
  });
});

describe("checkLoopback", () => {
  afterEach(() => vi.restoreAllMocks());

  test("opens a port and connects to it", async () => {
    expect(await checkLoopback(contextOf().context, never)).toEqual({
      verdict: "ok",
      found: "127.0.0.1 accepts connections at any free port.",
    });
  });

  test("rejects with `port_unavailable` if the port is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const { context } = contextOf({ options: { loopback: { port } } });
    await expect(checkLoopback(context, never)).rejects.toMatchObject({ code: "port_unavailable" });
    await new Promise((resolve) => void server.close(resolve));
    expect(await checkLoopback(context, never)).toMatchObject({
      verdict: "ok",
      found: expect.stringContaining(`port ${port}`) as string,
    });
  });

  test("suggests registering the other loopback address if the preferred one is unavailable", async () => {
    const opened = await listener.openListener({ hosts: ["127.0.0.1", "::1"], port: 0 });
    vi.spyOn(listener, "openListener").mockResolvedValue(opened);
    const { context } = contextOf({ options: { loopback: { prefer: "ipv6" } } });
    expect(await checkLoopback(context, never)).toEqual({
      verdict: "warning",
      found: "This machine cannot listen on [::1], but it can listen on 127.0.0.1.",
      advice: "Also register the redirect URI http://127.0.0.1/callback.",
    });
  });

  test("reports a failure if the port accepts no connection", async () => {
    const opened = await listener.openListener({ hosts: ["127.0.0.1", "::1"], port: 0 });
    const refusing = await listener.openListener({ hosts: ["127.0.0.1", "::1"], port: 0 });
    const address = refusing.server.address();
    await refusing.close();
    vi.spyOn(opened.server, "address").mockReturnValue(address);
    vi.spyOn(listener, "openListener").mockResolvedValue(opened);
    expect(await checkLoopback(contextOf().context, never)).toMatchObject({
      verdict: "failure",
      found: expect.stringContaining("connecting to it failed") as string,
    });
  });
});

describe("checkNetwork", () => {
  const unreachable = Object.assign(new Error("fetch failed"), { code: "ECONNREFUSED" });

  test("reports that the API and the authorize page respond", async () => {
    expect(await checkNetwork(contextOf().context)).toEqual({
      verdict: "ok",
      found: "https://service.example/api and https://service.example/oauth2/authorize respond.",
    });
  });

  test.each([
    ["/api/gateway", unreachable, "network_error"],
    ["/oauth2/authorize", unreachable, "network_error"],
    ["/api/gateway", { status: 503 }, "unexpected_status"],
    ["/oauth2/authorize", { status: 403 }, "unexpected_status"],
  ])("rejects if the response from %s is %j", async (path, answer, code) => {
    const { context } = contextOf({ answers: { [path]: answer } });
    await expect(checkNetwork(context)).rejects.toMatchObject({ code });
  });

  test.each([
    [0, "ok", /matches/],
    [-30, "ok", /matches/],
    [31, "warning", /31 seconds ahead of/],
    [-290, "warning", /5 minutes behind/],
    [301, "failure", /about 5 minutes ahead/],
    [-10 * 3600, "failure", /10 hours behind/],
  ])("maps a clock offset of %i seconds to %s", async (seconds, verdict, found) => {
    const now = () => Date.UTC(2026, 0, 1) + seconds * 1000;
    expect(await checkClock(contextOf({ machine: { now } }).context)).toMatchObject({
      verdict,
      found: expect.stringMatching(found) as string,
    });
  });

  test.each([[unreachable], [{ body: {} }], [{ headers: { date: "yesterday" } }]])(
    "cannot check the clock if the response is %j",
    async (answer) => {
      const { context } = contextOf({ answers: { "/api/gateway": answer } });
      expect(await checkClock(context)).toMatchObject({ verdict: "not-checked" });
    },
  );
});

describe("checkScheme", () => {
  const own = { customSchemeParam: "com.example.game" };

  test.each<[RedirectSchemeStatus, object, string, RegExp]>([
    [{ owner: "game.desktop", isOurs: true, isStale: false }, own, "ok", /com\.example\.game is registered/],
    [{ owner: "game.desktop", isOurs: true, isStale: true }, own, "warning", /out of date/],
    [{ isOurs: false, isStale: false }, own, "ok", /No program is registered for/],
    [
      {
        owner: "ours.desktop",
        isOurs: false,
        isStale: false,
        leftover: { applicationId: "1", program: "/gone/game" },
      },
      own,
      "ok",
      /left over from application 1, whose program no longer exists \(\/gone\/game\)/,
    ],
    [
      { owner: "other.desktop", isOurs: false, isStale: false },
      own,
      "failure",
      /another program: other\.desktop/,
    ],
    [{ owner: "other.desktop", isOurs: false, isStale: false }, {}, "warning", /discord-123456789012345678/],
  ])("maps the status %j with the options %j to %s", async (status, options, verdict, found) => {
    const { context } = contextOf({ machine: { schemeStatus: () => status }, options });
    const result = await checkScheme(context);
    expect(result).toMatchObject({ verdict, found: expect.stringMatching(found) as string });
    expect(result.advice !== undefined).toBe(verdict !== "ok");
  });

  test.each([
    ["addon_unavailable", own, "not-checked"],
    ["sandboxed", own, "failure"],
    ["sandboxed", {}, "warning"],
  ] as const)("maps the error %s with the options %j to %s", async (code, options, verdict) => {
    const schemeStatus = () => {
      throw new ClientError({
        type: ErrorType.Disabled,
        code,
        message: "It cannot be.",
        hint: "Do without.",
      });
    };
    const { context } = contextOf({ machine: { schemeStatus }, options });
    expect(await checkScheme(context)).toMatchObject({ verdict });
  });
});

describe("checkPresence", () => {
  const { signal } = new AbortController();

  test.each([
    ["a working desktop client", undefined, "ok", "accepts activities."],
    ["no desktop client", { message: "", isAbsence: true }, "not-checked", "No desktop client is running."],
    [
      "an unusable client",
      { message: "it is hung", isAbsence: false },
      "warning",
      "no activities: it is hung.",
    ],
  ])("reports %s", async (_what, problem, verdict, found) => {
    const { context } = contextOf({ machine: { tryPresence: () => Promise.resolve(problem) } });
    expect(await checkPresence(context, signal)).toMatchObject({
      verdict,
      found: expect.stringContaining(found) as unknown,
    });
  });
});
