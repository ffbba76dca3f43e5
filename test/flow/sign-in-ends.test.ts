import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  AuthenticationExternalAuthType,
  AuthorizationTokenType,
  Client,
  LoggingSeverity,
  memoryTokenStore,
  type ClientOptions,
  type DevicePrompt,
} from "../../src/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";

const scopes = "openid sdk.social_layer";
let emulator: Emulator;
const opened: Client[] = [];
const lines: string[] = [];

beforeAll(async () => {
  emulator = await startEmulator();
  return () => emulator.close();
});
afterEach(async () => {
  lines.length = 0;
  for (const client of opened.splice(0)) await client.close();
});

function clientWith(options: ClientOptions = {}): Client {
  const client = new Client({
    ...emulator.clientOptions(),
    store: memoryTokenStore(),
    openBrowser: emulator.player("Ada").browser(),
    ...options,
  });
  client.AddLogCallback((line) => lines.push(line), LoggingSeverity.Info);
  opened.push(client);
  return client;
}

/** Fakes the timers. `runOut` advances them past a sign-in's timeout. */
function fakeTime() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return { runOut: () => void setImmediate(() => vi.advanceTimersByTime(60_000)) };
}

/** The error properties that a game reads. */
const failing = () => ({ code: expect.any(String), message: expect.any(String), hint: expect.any(String) });

describe("a sign-in that cannot succeed", () => {
  it("names the cause in the timeout error if the game shows the URL itself", async () => {
    const { runOut } = fakeTime();
    const openBrowser = () => {
      runOut();
      return Promise.reject(new Error("there is none"));
    };
    const onAuthorizeUrl = vi.fn();
    const signIn = clientWith({ openBrowser }).signIn({ scopes, onAuthorizeUrl, timeoutMs: 60_000 });
    await expect(signIn).rejects.toMatchObject({
      code: "timeout",
      hint: expect.stringMatching(/^No browser could be started: .*npx slashpass doctor/) as unknown,
    });
    expect(onAuthorizeUrl).toHaveBeenCalledOnce();
  });

  it("names the cause in the timeout error if no browser opened the page", async () => {
    const { runOut } = fakeTime();
    const signIn = clientWith({ openBrowser: runOut }).signIn({ scopes, timeoutMs: 60_000 });
    await expect(signIn).rejects.toMatchObject({
      code: "timeout",
      hint: expect.stringMatching(/^No browser opened the sign-in page\..*npx slashpass doctor/) as unknown,
    });
  });

  it("ends before a browser starts if the application is unknown", async () => {
    const openBrowser = vi.fn();
    const signIn = clientWith({ applicationId: "123456789012345678", openBrowser }).signIn({ scopes });
    await expect(signIn).rejects.toMatchObject({
      ...failing(),
      type: 8,
      code: "page_refused",
      message: expect.stringContaining("rejects application 123456789012345678") as unknown,
    });
    expect(openBrowser).not.toHaveBeenCalled();
  });

  it("ends if the redirect URI is not registered", async () => {
    const { id } = emulator.addApplication({ redirectUris: ["http://127.0.0.1/elsewhere"] });
    const openBrowser = vi.fn();
    const signIn = clientWith({ applicationId: id, openBrowser }).signIn({ scopes });
    await expect(signIn).rejects.toMatchObject({
      code: "page_refused",
      message: expect.stringMatching(
        /with the redirect URI http:\/\/127\.0\.0\.1:\d+\/callback: invalid_redirect_uri/,
      ) as unknown,
      hint: expect.stringContaining("http://127.0.0.1/callback") as unknown,
    });
    expect(openBrowser).not.toHaveBeenCalled();
  });

  it("ends if a scope is rejected", async () => {
    const openBrowser = vi.fn();
    const signIn = clientWith({ openBrowser }).signIn({ scopes: ["openid", "webhook.incoming"] });
    await expect(signIn).rejects.toMatchObject({ type: 8, code: "invalid_scope" });
    expect(openBrowser).not.toHaveBeenCalled();
  });

  it("ends if the service cannot be reached", async () => {
    const nowhere = "http://127.0.0.1:9";
    const client = clientWith({ apiBase: `${nowhere}/api/v10`, webBase: nowhere });
    await expect(client.signIn({ scopes })).rejects.toMatchObject({ type: 1, code: "network_error" });
  });

  it("ends if time runs out before the service responds", async () => {
    const fetch = () => new Promise<Response>(() => undefined);
    await expect(clientWith({ fetch }).signIn({ scopes, timeoutMs: 100 })).rejects.toMatchObject({
      type: 8,
      code: "timeout",
    });
  });

  it("ends if a code for another device is not used within timeoutMs", async () => {
    const { runOut } = fakeTime();
    const prompt = vi.fn<(prompt: DevicePrompt) => void>(runOut);
    const signIn = clientWith().signIn({ scopes, redirect: "device", onPrompt: prompt, timeoutMs: 60_000 });
    await expect(signIn).rejects.toMatchObject({ type: 8, code: "timeout" });
    expect(prompt).toHaveBeenCalledOnce();
  });

  it("ends if another sign-in is in progress, for example after a double click", async () => {
    const openBrowser = vi.fn();
    const client = clientWith({ openBrowser });
    const first = client.signIn({ scopes });
    first.catch(() => undefined);
    await expect(client.signIn({ scopes })).rejects.toMatchObject({ type: 3, code: "sign_in_in_progress" });
    const other = client.signIn({ scopes, account: "another player" });
    other.catch(() => undefined);
    await expect.poll(() => openBrowser.mock.calls.length).toBe(2);
    client.AbortAuthorize();
    const next = client.signIn({ scopes });
    next.catch(() => undefined);
    await expect(first).rejects.toMatchObject({ code: "aborted" });
    await expect.poll(() => openBrowser.mock.calls.length).toBe(3);
    client.AbortAuthorize();
    await expect(next).rejects.toMatchObject({ code: "aborted" });
  });

  it("cannot start with only one of the two base URLs, since the code could go to the wrong server", () => {
    const { apiBase, webBase } = emulator;
    expect(() => new Client({ apiBase })).toThrow(
      expect.objectContaining({
        code: "invalid_base_url",
        message: expect.stringContaining("webBase is missing"),
      }),
    );
    expect(() => new Client({ webBase })).toThrow(
      expect.objectContaining({
        code: "invalid_base_url",
        message: expect.stringContaining("apiBase is missing"),
      }),
    );
  });
});

describe("the log line for a failed or restored session", () => {
  it.each<[string, ClientOptions, RegExp]>([
    [
      "a declined sign-in",
      { openBrowser: (url) => emulator.player("Ada").browser({ answer: "deny" })(url) },
      /access_denied: The player declined/,
    ],
    [
      "a missing browser",
      { openBrowser: () => Promise.reject(new Error("none")) },
      /browser_unavailable: No browser/,
    ],
    [
      "an unknown application",
      { applicationId: "123456789012345678" },
      /page_refused: The authorize page rejects/,
    ],
  ])("contains the error code only once for %s", async (_how, options, expected) => {
    await expect(clientWith(options).signIn({ scopes })).rejects.toThrow();
    const ends = lines.filter((line) => line.includes("The sign-in ended with"));
    expect(ends).toHaveLength(1);
    expect(ends[0]).toMatch(expected);
  });

  it("describes the restored session, or reports that there is no session", async () => {
    const store = memoryTokenStore();
    const client = clientWith({ store });
    expect(await client.restoreSession()).toBeUndefined();
    expect(lines.at(-1)).toContain(
      `the store "memory" has no session; looked for: ${new URL(emulator.webBase).host}/${emulator.application.id}`,
    );
    await client.signIn({ scopes });
    await clientWith({ store }).restoreSession();
    expect(lines.at(-1)).toMatch(/has a session with the scopes .*; its token is valid and can be renewed$/);
  });
});

describe("a session's player", () => {
  it("is available after the sign-in and after an offline restart", async () => {
    const store = memoryTokenStore();
    const session = await clientWith({ store }).signIn({ scopes });
    expect(session.player).toMatchObject({ name: "Ada" });
    const fetch = () => Promise.reject(new Error("there is no network"));
    const restored = await clientWith({ store, fetch }).restoreSession();
    expect(restored?.player).toEqual(session.player);
  });

  it("is updated when the user is fetched again", async () => {
    const player = emulator.player("Grace");
    const session = await clientWith({ openBrowser: player.browser() }).signIn({ scopes });
    player.rename("admiral");
    expect((await session.user()).username).toBe("admiral");
    expect(session.player?.username).toBe("admiral");
  });

  it("is undefined if the request for the player fails, but the sign-in still succeeds", async () => {
    const fetch: typeof globalThis.fetch = (url, init) =>
      (url as string).endsWith("/users/@me")
        ? Promise.reject(new Error("gone"))
        : globalThis.fetch(url, init);
    const session = await clientWith({ fetch: fetch }).signIn({
      scopes,
    });
    expect(session.player).toBeUndefined();
    expect(lines.join("\n")).toContain("the player's name is unknown");
  });
});

describe("a guest", () => {
  it("is signed out by revoking and discarding the token", async () => {
    const client = clientWith();
    const { id } = emulator.application;
    const guest = await client.GetProvisionalToken(id, AuthenticationExternalAuthType.OIDC, "an identity");
    await client.UpdateToken(AuthorizationTokenType.Bearer, guest.accessToken);
    expect(await client.signOut()).toEqual({});
    expect(client.IsAuthenticated()).toBe(false);
    await expect(
      client.FetchCurrentUser(AuthorizationTokenType.Bearer, guest.accessToken),
    ).rejects.toMatchObject({ status: 401 });
  });
});
