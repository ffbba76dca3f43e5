import { beforeEach, describe, expect, it, vi } from "vitest";
import { createCodeVerifier } from "../../../src/sign-in/code-verifier.ts";
import { PendingCalls } from "../../../src/client/context.ts";
import { ClientError, type ErrorCode, ErrorType } from "../../../src/core/errors.ts";
import type { Redactor } from "../../../src/log/redactor.ts";
import { Secrets } from "../../../src/log/secrets.ts";
import { parseScheme } from "../../../src/sign-in/redirect/custom-scheme-name.ts";
import { chooseRedirect, type AskPlayerOptions } from "../../../src/sign-in/options.ts";
import type { CheckedAuthorization } from "../../../src/sign-in/arguments.ts";
import { AccountIndex, type OpenService, signIn, type SignInContext } from "../../../src/sign-in/sign-in.ts";
import type { Backend } from "../../../src/tokens/backend.ts";
import { memoryTokenStore, type TokenStore } from "../../../src/store/token-store.ts";
import { TokenResult, formatRecord, tokenSetOf } from "../../../src/tokens/token-set.ts";
import { until } from "../../setup/until.ts";

const account = "service/1";
const hour = 3_600_000;
const authorization: CheckedAuthorization = {
  applicationId: "1",
  scopes: "openid",
  state: undefined,
  nonce: undefined,
  codeChallenge: undefined,
  integrationType: undefined,
  scheme: parseScheme({ applicationId: "1" }),
  namesScheme: false,
};
const failure = (type: ErrorType, code: ErrorCode) => new ClientError({ type, code, message: code });
const issue = (name: string) =>
  new TokenResult({ accessToken: name, refreshToken: `${name}-r`, expiresIn: 3600, scopes: "openid" });

let prompts: string[];
let codes: {
  codeVerifier?: ReturnType<typeof createCodeVerifier>;
  failure?: ClientError;
  reused?: AbortSignal;
};
let refresh: () => Promise<TokenResult>;
let store: TokenStore;
let lines: string[];

beforeEach(() => {
  prompts = [];
  codes = { codeVerifier: createCodeVerifier() };
  refresh = () => Promise.resolve(issue("renewed"));
  store = memoryTokenStore();
  lines = [];
});

const authorize = (async (_authorization: unknown, { consent = "browser" }: AskPlayerOptions) => {
  prompts.push(consent);
  if (codes.failure) throw codes.failure;
  const result = { code: "c1", redirectUri: "http://127.0.0.1/callback", codeVerifier: codes.codeVerifier };
  return { result, reused: codes.reused };
}) as unknown as OpenService["authorize"];

const backend = {
  getToken: async ({ codeVerifier }: { codeVerifier: string }) => {
    prompts.push(codeVerifier === "" ? "token without a verifier" : "token");
    return issue("browser");
  },
  getTokenFromDevice: async () => {
    prompts.push("device");
    return issue("device");
  },
  refreshToken: () => refresh(),
  revokeToken: () => Promise.resolve(),
} as unknown as Backend;

const serviceWith = (given: Backend = backend, canShowBrowser = () => true): OpenService => ({
  backend: given,
  authorize,
  chooseRedirect: (redirect, checked) => chooseRedirect(redirect, checked, canShowBrowser),
});

function run(
  options: AskPlayerOptions = {},
  {
    canShowBrowser = () => true,
    ...context
  }: Partial<SignInContext> & { canShowBrowser?: () => boolean } = {},
) {
  const redactor = { add: () => undefined, remove: () => undefined, redact: (text: string) => text };
  const links: SignInContext = {
    applicationId: "1",
    open: () => Promise.resolve(serviceWith(backend, canShowBrowser)),
    store,
    account,
    application: account,
    player: undefined,
    images: undefined,
    release: () => undefined,
    secrets: new Secrets(() => redactor as unknown as Redactor),
    log: (_severity, _part, line) => lines.push(line),
    calls: new PendingCalls(() => undefined),
    ...context,
  };
  return signIn(links, authorization, options);
}

describe("timeout of a sign-in on another device", () => {
  const waitingFor = (reason?: ClientError): Backend => ({
    ...backend,
    getTokenFromDevice: ({ onPoll }) => {
      onPoll?.(reason);
      return new Promise(() => undefined);
    },
  });

  it.each([
    [undefined, "The player did not use the code on the other device. Offer to start again with a new code."],
    [failure(ErrorType.HTTPError, "http_error"), "http_error. Offer to start again with a new code."],
  ])("explains why the player could not sign in (%#)", async (reason, hint) => {
    const open = () => Promise.resolve(serviceWith(waitingFor(reason)));
    const signingIn = run({ redirect: "device", onPrompt: () => undefined, timeoutMs: 1 }, { open });
    await expect(signingIn).rejects.toMatchObject({ code: "timeout", hint });
  });
});

const keep = (expiresInMs: number, scopes = "openid") =>
  store.set(account, formatRecord(tokenSetOf(issue("kept"), scopes, Date.now() - hour + expiresInMs)));

describe("player with stored tokens", () => {
  it("is not prompted while the tokens are valid", async () => {
    await keep(hour);
    expect(await (await run()).accessToken()).toBe("kept");
    expect(prompts).toEqual([]);
  });

  it("is not prompted if the tokens can be refreshed", async () => {
    await keep(-hour);
    expect(await (await run()).accessToken()).toBe("renewed");
    expect(prompts).toEqual([]);
  });

  it("is prompted again if the service revoked the tokens", async () => {
    await keep(-hour);
    refresh = () => Promise.reject(failure(ErrorType.HTTPError, "invalid_grant"));
    expect(await (await run()).accessToken()).toBe("browser");
    expect(lines.join("\n")).toContain("the player must sign in again");
  });

  it("is prompted again for scopes that the tokens lack", async () => {
    await keep(hour, "identify");
    await run();
    expect(prompts).toEqual(["browser", "token"]);
  });

  it("keeps valid tokens if the client closes before the service refreshes them", async () => {
    await keep(hour);
    const calls = new PendingCalls(() => undefined);
    let openLate: (() => void) | undefined;
    const open = () => new Promise<OpenService>((resolve) => (openLate = () => resolve(serviceWith())));
    const session = await run({}, { calls, open });
    refresh = vi.fn(refresh);
    const refreshing = session.accessToken({ rejected: await session.accessToken() });
    await until(() => openLate !== undefined);
    calls.close();
    await expect(refreshing).rejects.toMatchObject({ code: "aborted" });
    openLate?.();
    await new Promise(setImmediate);
    expect(refresh).not.toHaveBeenCalled();
  });

  it.each(["lock_failed", "session_busy"] as const)(
    "is prompted again if the store's lock fails with %s",
    async (code) => {
      await keep(-hour);
      const reason = failure(code === "lock_failed" ? ErrorType.Disabled : ErrorType.ClientNotReady, code);
      store.exclusively = () => Promise.reject(reason);
      const session = await run();
      expect(await session.accessToken()).toBe("browser");
      expect(session.storeError).toBe(reason);
    },
  );

  it("is not prompted if the service is unreachable, because the tokens may still be valid", async () => {
    await keep(-hour);
    refresh = () => Promise.reject(failure(ErrorType.NetworkError, "network_error"));
    await expect(run()).rejects.toMatchObject({ code: "network_error" });
    expect(prompts).toEqual([]);
  });
});

describe("player without stored tokens", () => {
  const onPrompt = () => undefined;
  const noRedirect = failure(ErrorType.Disabled, "loopback_unavailable");

  it("signs in with the browser and stores the tokens", async () => {
    await run({ onPrompt });
    expect(prompts).toEqual(["browser", "token"]);
    expect(await store.get(account)).toContain("browser");
  });

  it("signs in with the game's own challenge and without its verifier", async () => {
    codes = {};
    await run();
    expect(prompts).toEqual(["browser", "token without a verifier"]);
  });

  it("requires `onPrompt` for another device", async () => {
    await expect(run({ redirect: "device" })).rejects.toMatchObject({ code: "missing_prompt" });
  });

  it("uses another device and logs the fallback if no redirect works", async () => {
    codes.failure = noRedirect;
    await run({ onPrompt });
    expect(prompts).toEqual(["browser", "device"]);
    expect(lines.join("\n")).toContain("no redirect works here");
  });

  it.each([
    ["the game cannot show the code", {}, noRedirect],
    ["the browser was requested", { redirect: "loopback", onPrompt }, noRedirect],
    ["the player declined", { onPrompt }, failure(ErrorType.Aborted, "access_denied")],
    ["the network failed", { onPrompt }, failure(ErrorType.NetworkError, "network_error")],
    ["the chosen port is in use", { onPrompt }, failure(ErrorType.Disabled, "port_unavailable")],
  ] as const)("does not fall back if %s", async (_case, options, reason) => {
    codes.failure = reason;
    await expect(run(options)).rejects.toBe(reason);
    expect(prompts).toEqual(["browser"]);
  });

  it.each<[AskPlayerOptions, boolean, string[]]>([
    [{ onPrompt, consent: "auto" }, true, ["auto", "token"]],
    [{ onPrompt, consent: "desktop-client" }, true, ["desktop-client", "token"]],
    [{ onPrompt, consent: "auto" }, false, ["desktop-client", "token"]],
    [{ onPrompt, consent: "desktop-client" }, false, ["desktop-client", "token"]],
    [{ onPrompt, consent: "browser" }, false, ["device"]],
    [{ onPrompt, redirect: "device" }, true, ["device"]],
    [{ onPrompt }, false, ["device"]],
    [{}, false, ["browser", "token"]],
  ])("with the options %o (browser available: %o), signs in with %j", async (options, canShow, expected) => {
    await run(options, { canShowBrowser: () => canShow });
    expect(prompts).toEqual(expected);
  });

  it("uses another device if the desktop client is unavailable and no browser can be shown", async () => {
    codes.failure = failure(ErrorType.Disabled, "desktop_client_absent");
    await run({ onPrompt, consent: "auto" }, { canShowBrowser: () => false });
    expect(prompts).toEqual(["desktop-client", "device"]);
    expect(lines.join("\n")).toContain("no browser can be shown here");
  });

  it("is not prompted elsewhere if only the desktop client is allowed", async () => {
    codes.failure = failure(ErrorType.Disabled, "desktop_client_absent");
    await expect(run({ onPrompt, consent: "desktop-client" })).rejects.toBe(codes.failure);
    expect(prompts).toEqual(["desktop-client"]);
  });

  it("is signed in even if the tokens cannot be stored", async () => {
    store.set = () => Promise.reject(failure(ErrorType.Disabled, "keychain_locked"));
    await run();
    expect(lines.join("\n")).toContain("tokens are in memory only");
  });
});

it("stores nothing and rejects with the reason if the start link was reused during the sign-in", async () => {
  const reason = failure(ErrorType.AuthorizationFailed, "start_link_reused");
  codes.reused = AbortSignal.abort(reason);
  const set = vi.spyOn(store, "set");
  await expect(run()).rejects.toBe(reason);
  expect(set).not.toHaveBeenCalled();
  expect(await store.get(account)).toBeUndefined();
});

describe("AccountIndex", () => {
  const application = "discord.com/1";

  it("lists each account once, in the order in which the accounts were added", async () => {
    const index = new AccountIndex(store, application);
    expect(await index.list()).toEqual([]);
    await Promise.all(["one", "two", "one"].map((name) => index.add(name)));
    await index.add("two");
    expect(await new AccountIndex(store, application).list()).toEqual(["one", "two"]);
  });

  it("leaves no record once the last account is removed", async () => {
    const index = new AccountIndex(store, application);
    await index.add("one");
    await index.add("two");
    await index.remove("three");
    await index.remove("one");
    expect(await index.list()).toEqual(["two"]);
    await index.remove("two");
    expect(await store.get(`${application} accounts`)).toBeUndefined();
  });

  it.each(["", "{", '{"a":1}', "[1, null]"])("treats an unreadable record as empty: %s", async (record) => {
    await store.set(`${application} accounts`, record);
    const index = new AccountIndex(store, application);
    expect(await index.list()).toEqual([]);
    await index.add("one");
    expect(await index.list()).toEqual(["one"]);
  });
});
