import { describe, expect, it, test } from "vitest";
import {
  AuthorizationArgs,
  AuthorizationCodeChallenge,
  AuthorizationCodeVerifier,
  Client,
  ClientError,
  DeviceAuthorizationArgs,
  memoryTokenStore,
} from "../../src/index.ts";

const applicationId = "1234567890123456789";
const client = new Client({
  applicationId,
  store: memoryTokenStore(),
  openBrowser: () => expect.unreachable("no browser may be started"),
  fetch: () => Promise.reject(new Error("nothing may be sent")),
});
const scopes = "openid";

describe("new Client", () => {
  it.each<[string, unknown, string, string]>([
    ["null", null, "invalid_argument", "options is null, but must be an object with applicationId, apiBase"],
    ["a string", "options", "invalid_argument", "options is a string"],
    [
      "an empty store",
      { store: {} },
      "invalid_argument",
      "options.store is not an object with the methods probe, get, set, delete, exclusively.",
    ],
    ["a null store", { store: null }, "invalid_argument", "options.store is null"],
    ["fetch: 5", { fetch: 5 }, "invalid_argument", "options.fetch is a number, but must be a function."],
    ["openBrowser: 5", { openBrowser: 5 }, "invalid_argument", "options.openBrowser is a number"],
    ["loopback: 5", { loopback: 5 }, "invalid_argument", "options.loopback is a number"],
    [
      "a misspelled port",
      { loopback: { prot: 80 } },
      "unknown_option",
      "Did you mean options.loopback.port?",
    ],
    [
      "a port of the wrong type",
      { loopback: { port: "80" } },
      "invalid_port",
      'options.loopback.port is "80"',
    ],
    ["page: 5", { page: 5 }, "invalid_page", "options.page is a number"],
    [
      "an invalid color",
      { page: { colors: { accent: "red" } } },
      "invalid_page",
      'options.page.colors.accent is "red", but must be a color such as #4b57d6.',
    ],
    ["exchangeCode: {}", { exchangeCode: {} }, "invalid_argument", "options.exchangeCode is an object"],
    [
      "refreshToken: a string",
      { refreshToken: "token" },
      "invalid_argument",
      "options.refreshToken is a string",
    ],
    [
      "another credential",
      { applicationCredential: { token: "secret-bot-token" } },
      "unknown_option",
      "options.applicationCredential.token does not exist",
    ],
    [
      "the old name of apiBase",
      { baseUrl: "http://127.0.0.1" },
      "unknown_option",
      "options.baseUrl does not exist.",
    ],
    ["apiBase: 5", { apiBase: 5 }, "invalid_base_url", "options.apiBase is a number"],
    ["only apiBase", { apiBase: "http://127.0.0.1:9/api" }, "invalid_base_url", "webBase is missing"],
    ["only webBase", { webBase: "http://127.0.0.1:9" }, "invalid_base_url", "apiBase is missing"],
    ["a secret", { clientSecret: "s3cret" }, "unknown_option", "options.clientSecret does not exist."],
    ["a misspelled option", { applicationid: "1" }, "unknown_option", "Did you mean options.applicationId?"],
  ])("rejects %s", (_, given, code, message) => {
    expect(() => new Client(given as never)).toThrow(expect.objectContaining({ type: 6, code }));
    expect(() => new Client(given as never)).toThrow(message);
    expect(() => new Client(given as never)).not.toThrow("secret-bot-token");
  });
});

describe("invalid arguments", () => {
  const on = client as unknown as Record<string, (...args: unknown[]) => unknown>;
  const prompt = { onPrompt: () => undefined };
  const verifier = client.CreateAuthorizationCodeVerifier().Verifier();
  const uri = "http://127.0.0.1";
  it.each<[string, readonly unknown[], string, string]>([
    ["Authorize", [], "invalid_argument", "args is missing"],
    ["Authorize", [null], "invalid_argument", "args is null"],
    ["Authorize", [{ scopes }, null], "invalid_argument", "options is null"],
    ["Authorize", [{ scopes, scope: "a" }], "unknown_option", "Did you mean args.scopes?"],
    [
      "Authorize",
      [{ scopes }, { onAuthorizeURL: 1 }],
      "unknown_option",
      "Did you mean options.onAuthorizeUrl?",
    ],
    [
      "Authorize",
      [{ scopes }, { onAuthorizeUrl: 1 }],
      "invalid_argument",
      "options.onAuthorizeUrl is a number",
    ],
    ["Authorize", [{ scopes }, { timeoutMs: "5" }], "invalid_timeout", 'options.timeoutMs is "5"'],
    [
      "Authorize",
      [{ scopes }, { signal: {} }],
      "invalid_argument",
      "options.signal is an object, but must be an AbortSignal.",
    ],
    ["Authorize", [{ scopes }, { redirect: "device" }], "invalid_redirect", 'options.redirect is "device"'],
    ["signIn", [], "missing_scope", "options.scopes is missing, but must be a list of scopes"],
    ["signIn", [null], "invalid_argument", "options is null"],
    ["signIn", [{ scopes, account: {} }], "invalid_argument", "options.account is an object"],
    ["signIn", [{ scopes, onPrompt: {} }], "invalid_argument", "options.onPrompt is an object"],
    ["GetTokenFromDevice", [], "missing_prompt", "options.onPrompt is missing, but must be a function."],
    ["GetTokenFromDevice", [null, prompt], "invalid_argument", "args is null"],
    [
      "GetTokenFromDevice",
      [{ scopes: 5 }, prompt],
      "invalid_scope",
      "Scopes is a number, but must be a list of scopes",
    ],
    ["GetTokenFromDevice", [{ scopes }, { onprompt: 5 }], "unknown_option", "Did you mean options.onPrompt?"],
    ["GetToken", [applicationId, undefined, verifier, uri], "missing_code", "code is missing"],
    ["GetToken", [applicationId, "code", {}, uri], "invalid_code_verifier", "codeVerifier is an object"],
    ["GetToken", [applicationId, "code", verifier, 5], "invalid_redirect_uri", "redirectUri is a number"],
    ["GetToken", [applicationId, "code", verifier, uri, null], "invalid_argument", "options is null"],
    ["RefreshToken", [{}, "token"], "invalid_id", "applicationId is an object"],
    ["RefreshToken", [applicationId, null], "missing_token", "refreshToken is null"],
    ["RevokeToken", [applicationId, ""], "missing_token", "token is an empty string"],
    ["ExchangeChildToken", [5, applicationId], "missing_token", "parentToken is a number"],
    [
      "GetProvisionalToken",
      [applicationId, "OIDC", "token"],
      "invalid_external_auth",
      "externalAuthType is a string",
    ],
    [
      "GetProvisionalToken",
      [applicationId, 0, ""],
      "invalid_external_auth",
      "externalAuthToken is an empty string",
    ],
    ["FetchCurrentUser", ["Bearer", "token"], "invalid_token_type", "tokenType is a string"],
    ["UpdateToken", [1, {}], "missing_token", "token is an object"],
    ["SetTokenExpirationCallback", [5], "invalid_argument", "callback is a number, but must be a function."],
    ["SetHttpRequestTimeout", ["5"], "invalid_timeout", 'timeoutMs is "5"'],
    ["AddLogCallback", [5, 1], "invalid_argument", "callback is a number"],
    ["SetLogDir", ["", 1], "invalid_log_dir", "not a path"],
    ["SetApplicationId", [null], "invalid_id", "applicationId is null"],
    ["RegisterLaunchCommand", [applicationId, 5], "invalid_command", "command is a number"],
    [
      "RegisterLaunchSteamApplication",
      [applicationId, "480"],
      "invalid_steam_app_id",
      "steamAppId is a string",
    ],
    ["signOut", [null], "invalid_argument", "options is null"],
  ])("make %s(...%j) reject with %s before any request", async (name, args, code, message) => {
    const error: unknown = await (async () => on[name]?.(...args))().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ type: 6, code });
    expect((error as Error).message).toContain(message);
  });
});

describe.each([
  ["AuthorizationArgs", AuthorizationArgs, (args: unknown) => client.Authorize(args as never)],
  [
    "DeviceAuthorizationArgs",
    DeviceAuthorizationArgs,
    (args: unknown) => client.GetTokenFromDevice(args as never, { onPrompt() {} }),
  ],
] as const)("%s", (_, Args, send) => {
  const filled = () => new Args({ clientId: applicationId, scopes });
  const copied = [
    ["structuredClone", structuredClone],
    ["JSON", (value: unknown): unknown => JSON.parse(JSON.stringify(value))],
  ] as const;

  it("can be copied with the constructor or Clone", () => {
    const source = filled();
    for (const copy of [new Args(source as never), source.Clone()]) {
      copy.SetScopes("identify");
      expect([copy.ClientId(), source.Scopes()]).toEqual([applicationId, scopes]);
    }
  });

  it("can be moved with Move, which invalidates the source", () => {
    const source = filled();
    const target = source.Move();
    expect([target.Scopes(), target.IsValid(), source.IsValid()]).toEqual([scopes, true, false]);
    for (const use of [() => source.Scopes(), () => source.SetScopes("a")]) {
      expect(use).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    }
  });

  it("returns a different null object when a null object is copied or moved", () => {
    const moved = filled();
    moved.Move();
    for (const source of [Args.nullobj, moved]) {
      for (const other of [source.Clone(), source.Move(), new Args(source as never)]) {
        expect(other).toBeInstanceOf(Args);
        expect(other).not.toBe(source);
        expect([other.IsValid(), source.IsValid()]).toEqual([false, false]);
        expect(() => other.Scopes()).toThrow(expect.objectContaining({ code: "invalid_argument" }));
      }
    }
  });

  it("cannot be sent as a null object", async () => {
    const empty = Args.nullobj.Clone();
    await expect(send(empty)).rejects.toMatchObject({ type: 6, code: "invalid_argument" });
  });

  it("has an immutable nullobj", () => {
    const { nullobj } = Args;
    expect(nullobj.IsValid()).toBe(false);
    expect(() => nullobj.SetScopes(scopes)).toThrow(/are empty/);
    expect(() => Object.assign(nullobj, { x: 1 })).toThrow(TypeError);
    expect(() => Object.assign(Args, { nullobj: filled() })).toThrow(TypeError);
    expect(Args.nullobj).toBe(nullobj);
  });

  it.each(copied)("rejects a copy made with %s and explains why", (_name, copy) => {
    expect(() => Args.from(copy(filled()) as never)).toThrow(
      expect.objectContaining({
        code: "invalid_argument",
        hint: expect.stringContaining("Copies made with structuredClone or JSON are empty") as string,
      }),
    );
  });
});

describe("a string with a lone surrogate", () => {
  const cut = "a-token-cut-in-\ud83d";
  const verifier = "v".repeat(43);
  it.each<[string, () => Promise<unknown>, string]>([
    ["GetToken", () => client.GetToken(applicationId, cut, verifier, undefined), "code is"],
    ["GetProvisionalToken", () => client.GetProvisionalToken(applicationId, 0, cut), "externalAuthToken is"],
    ["RefreshToken", () => client.RefreshToken(applicationId, cut), "refreshToken "],
    ["RevokeToken", () => client.RevokeToken(applicationId, cut), "token "],
  ])("makes %s reject with the argument's name", async (_, call, message) => {
    await expect(call()).rejects.toMatchObject({ type: 6, message: expect.stringContaining(message) });
  });
});

describe("the code challenge", () => {
  it("can be set from a verifier", () => {
    const verifier = client.CreateAuthorizationCodeVerifier();
    const args = new AuthorizationArgs();
    args.SetCodeChallenge(verifier);
    expect(args.CodeChallenge()?.Challenge()).toBe(verifier.Challenge().Challenge());
  });

  it.each([
    ["the prototype", AuthorizationCodeChallenge.prototype],
    ["an object made without the constructor", Object.create(AuthorizationCodeChallenge.prototype)],
    ["a verifier made without the constructor", Object.create(AuthorizationCodeVerifier.prototype)],
  ])("cannot be set from %s", (_, value) => {
    expect(() => new AuthorizationArgs().SetCodeChallenge(value as never)).toThrow(
      expect.objectContaining({ code: "invalid_code_challenge" }),
    );
    expect(() => client.CreateAuthorizationCodeVerifier().SetChallenge(value as never)).toThrow(
      expect.objectContaining({ code: "invalid_code_challenge" }),
    );
  });

  it.each(["x".repeat(43), {}, 5, null])("cannot be set to %j", (value) => {
    expect(() => new AuthorizationArgs().SetCodeChallenge(value as never)).toThrow(
      expect.objectContaining({ code: "invalid_code_challenge" }),
    );
  });
});

test("returns the documented default scopes", () => {
  expect(Client.GetDefaultCommunicationScopes()).toBe("openid sdk.social_layer");
  expect(Client.GetDefaultPresenceScopes()).toBe("openid sdk.social_layer_presence");
});

test("uses the id from SetApplicationId if the arguments omit it", async () => {
  const urls: URL[] = [];
  const unnamed = new Client({
    store: memoryTokenStore(),
    openBrowser: () => undefined,
    fetch: () => Promise.reject(new Error("nothing may be sent")),
  });
  const onAuthorizeUrl = (url: string) => {
    urls.push(new URL(url));
    unnamed.AbortAuthorize();
  };
  await expect(unnamed.Authorize({ scopes }, { onAuthorizeUrl })).rejects.toMatchObject({ type: 6 });
  unnamed.SetApplicationId(applicationId);
  for (const args of [{ scopes }, { scopes, clientId: "42" }]) {
    await expect(unnamed.Authorize(args, { onAuthorizeUrl })).rejects.toMatchObject({ code: "aborted" });
  }
  expect(urls.map(({ searchParams }) => searchParams.get("client_id"))).toEqual([applicationId, "42"]);
});
