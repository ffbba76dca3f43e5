import { beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../../src/client.ts";
import type { AuthorizationInit } from "../../../src/sign-in/arguments.ts";
import { OpenConnection } from "../../../src/client/open-connection.ts";
import type { AuthorizeRequest } from "../../../src/sign-in/consent.ts";
import { createCodeVerifier } from "../../../src/sign-in/code-verifier.ts";
import type { AuthorizeOptions, Consent } from "../../../src/sign-in/options.ts";
import { ServiceBackend } from "../../../src/tokens/service-backend.ts";
import type { SignInOptions } from "../../../src/client/options.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";

// These tests check only how the next step is called.
const enough = new Error("The next step was called.");
const authorize = vi.spyOn(OpenConnection.prototype, "authorize").mockRejectedValue(enough);
const onDevice = vi.spyOn(ServiceBackend.prototype, "getTokenFromDevice").mockRejectedValue(enough);

beforeEach(() => vi.clearAllMocks());

const client = new Client({ applicationId: "123456789012345678", store: memoryTokenStore() });
const handovers = {
  Authorize: (args: AuthorizationInit, options: AuthorizeOptions<Consent>) => client.Authorize(args, options),
  signIn: ({ codeChallenge: _none, ...args }: AuthorizationInit, options: AuthorizeOptions<Consent>) =>
    client.signIn({ ...args, ...options }),
};
const each = Object.entries(handovers);

/** Returns the arguments of the only call to `authorize`. */
async function argumentsOf(running: Promise<unknown>) {
  await expect(running).rejects.toBe(enough);
  expect(authorize).toHaveBeenCalledOnce();
  const [authorization, options] = authorize.mock.calls[0] as Parameters<typeof authorize>;
  return { authorization, options };
}

describe.each(each)("%s options", (_name, ask) => {
  const values: { [Name in keyof Required<AuthorizeOptions<Consent>>]: AuthorizeOptions<Consent>[Name][] } = {
    timeoutMs: [1234],
    preflight: [true, false],
    redirect: [],
    consent: ["browser", "desktop-client", "auto"],
    signal: [],
    onAuthorizeUrl: [],
    onIgnoredRedirect: [],
    onManualRedirect: [],
    onConsent: [],
  };

  it.each(Object.entries(values).flatMap(([name, given]) => given.map((value) => ({ name, value }))))(
    "are passed to OpenConnection.authorize, including $name: $value",
    async ({ name, value }) => {
      const { options } = await argumentsOf(ask({ scopes: "openid" }, { [name]: value }));
      expect(options).toHaveProperty(name, value);
    },
  );

  it.each(Object.keys(values).filter((name) => name.startsWith("on")))(
    "are passed to OpenConnection.authorize, including the callback %s",
    async (name) => {
      const listener = vi.fn();
      const { options } = await argumentsOf(ask({ scopes: "openid" }, { [name]: listener }));
      const handedOn = options[name as keyof AuthorizeRequest] as (value: unknown) => void;
      handedOn("a value");
      expect(listener).toHaveBeenCalledWith("a value");
    },
  );

  it.each(["loopback", "custom-scheme"] as const)(
    "are passed to OpenConnection.authorize, including the redirect method %s",
    async (redirect) => {
      const { options } = await argumentsOf(ask({ scopes: "openid" }, { redirect }));
      expect(options.methods).toEqual([redirect]);
    },
  );

  it("are passed to OpenConnection.authorize, including the signal", async () => {
    const end = new AbortController();
    let given: AbortSignal | undefined;
    authorize.mockImplementationOnce((_authorization, options) => {
      given = options.signal;
      end.abort();
      return Promise.reject(enough);
    });
    await expect(ask({ scopes: "openid" }, { signal: end.signal })).rejects.toMatchObject({
      code: "aborted",
    });
    expect(given?.aborted).toBe(true);
  });
});

describe.each(each)("%s arguments", (name, ask) => {
  const verifier = createCodeVerifier();
  const challenge = verifier.Challenge();
  const values: { [Name in keyof Required<AuthorizationInit>]: [AuthorizationInit[Name], object] } = {
    clientId: ["234567890123456789", { applicationId: "234567890123456789" }],
    scopes: [["openid", "identify"], { scopes: "openid identify" }],
    state: ["a-state-of-its-own", { state: "a-state-of-its-own" }],
    nonce: ["a-nonce", { nonce: "a-nonce" }],
    codeChallenge: [challenge, { codeChallenge: challenge.Challenge() }],
    integrationType: [1, { integrationType: 1 }],
    customSchemeParam: ["com.example.game", { scheme: { scheme: "com.example.game" }, namesScheme: true }],
  };
  // `signIn` uses its own verifier for the exchange.
  const taken = Object.entries(values).filter(([key]) => name === "Authorize" || key !== "codeChallenge");

  it.each(taken)("are passed to OpenConnection.authorize, including %s", async (key, [value, expected]) => {
    const { authorization } = await argumentsOf(ask({ scopes: "openid", [key]: value }, {}));
    expect(authorization).toMatchObject(expected);
  });
});

it("passes signIn's onPrompt option to the device flow", async () => {
  const onPrompt: SignInOptions["onPrompt"] & object = vi.fn();
  await expect(client.signIn({ scopes: "openid", redirect: "device", onPrompt })).rejects.toBe(enough);
  const prompt = {} as Parameters<typeof onPrompt>[0];
  onDevice.mock.calls[0]?.[0].onPrompt(prompt);
  expect(onPrompt).toHaveBeenCalledWith(prompt);
});
