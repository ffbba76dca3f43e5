import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { AuthorizationArgs, checkAuthorization, IntegrationType } from "../../../src/sign-in/arguments.ts";
import { AuthorizationCodeVerifier } from "../../../src/sign-in/code-verifier.ts";

const verifier = new AuthorizationCodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");

function filled(): AuthorizationArgs {
  const args = new AuthorizationArgs();
  args.SetClientId(1234567890123456789n);
  args.SetScopes("openid identify");
  args.SetState("a state of my own");
  args.SetNonce("a nonce");
  args.SetCodeChallenge(verifier.Challenge());
  args.SetIntegrationType(IntegrationType.UserInstall);
  args.SetCustomSchemeParam("com.example.game");
  return args;
}

function fieldsOf(args: AuthorizationArgs) {
  return {
    clientId: args.ClientId(),
    scopes: args.Scopes(),
    state: args.State(),
    nonce: args.Nonce(),
    challenge: args.CodeChallenge()?.Challenge(),
    integrationType: args.IntegrationType(),
    customSchemeParam: args.CustomSchemeParam(),
  };
}

const expected = {
  clientId: "1234567890123456789",
  scopes: "openid identify",
  state: "a state of my own",
  nonce: "a nonce",
  challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  integrationType: 1,
  customSchemeParam: "com.example.game",
};

describe("AuthorizationArgs", () => {
  it("returns every field that was set", () => {
    expect(fieldsOf(filled())).toEqual(expected);
  });

  it("starts with no scopes and every optional field unset", () => {
    expect(fieldsOf(new AuthorizationArgs())).toEqual({
      ...Object.fromEntries(Object.keys(expected).map((key) => [key, undefined])),
      scopes: "",
    });
  });

  it("unsets an optional field with undefined", () => {
    const args = filled();
    args.SetState(undefined);
    args.SetClientId(undefined);
    args.SetCodeChallenge(undefined);
    args.SetScopes(undefined as never);
    expect(fieldsOf(args)).toEqual({
      ...expected,
      scopes: "",
      state: undefined,
      clientId: undefined,
      challenge: undefined,
    });
  });

  it("copies a plain object's fields", () => {
    const { challenge: _, ...init } = expected;
    const args = AuthorizationArgs.from({ ...init, integrationType: 1, codeChallenge: verifier.Challenge() });
    expect(fieldsOf(args)).toEqual(expected);
  });

  it("clones into an independent object", () => {
    const original = filled();
    const copy = original.Clone();
    copy.SetScopes("other");
    copy.SetState(undefined);
    expect(fieldsOf(original)).toEqual(expected);
    expect(copy.Scopes()).toBe("other");
  });

  it("moves its contents and becomes invalid", () => {
    const source = filled();
    const target = source.Move();
    expect(fieldsOf(target)).toEqual(expected);
    expect([source.IsValid(), target.IsValid()]).toEqual([false, true]);
  });

  it.each([
    "ClientId",
    "Scopes",
    "State",
    "Nonce",
    "CodeChallenge",
    "IntegrationType",
    "CustomSchemeParam",
  ] as const)("throws for %s on a moved object and on nullobj", (name) => {
    const moved = filled();
    moved.Move();
    for (const args of [moved, AuthorizationArgs.nullobj]) {
      expect(() => args[name]()).toThrow(expect.objectContaining({ code: "invalid_argument", type: 6 }));
    }
  });

  it("throws in nullobj's setters and keeps nullobj invalid", () => {
    expect(() => AuthorizationArgs.nullobj.SetScopes("openid")).toThrow(/are empty/);
    expect(AuthorizationArgs.nullobj.IsValid()).toBe(false);
  });

  it("explains why it rejects an id that is a JavaScript number", () => {
    // @ts-expect-error -- the types also reject numbers
    expect(() => new AuthorizationArgs().SetClientId(Number("1234567890123456789"))).toThrow(
      /JavaScript number, which loses precision/,
    );
  });

  it.each([
    ["SetState", "invalid_state"],
    ["SetNonce", "invalid_nonce"],
  ] as const)("#8 rejects an empty, overlong or malformed string in %s", (set, code) => {
    const message = expect.stringMatching(/^\w+ is not a well-formed string of 1 to 1024/) as unknown;
    for (const value of ["", "x".repeat(1025), "\uD800"])
      expect(() => new AuthorizationArgs()[set](value)).toThrow(expect.objectContaining({ code, message }));
    expect(() => new AuthorizationArgs()[set]("ü".repeat(1024))).not.toThrow();
  });

  it.each<[string, unknown, string, RegExp]>([
    ["SetClientId", "abc", "invalid_id", /^ClientId is /],
    ["SetScopes", 5, "invalid_scope", /^Scopes is a number/],
    ["SetState", 5, "invalid_state", /^State is not a string/],
    ["SetNonce", 1, "invalid_nonce", /^Nonce is not a string/],
    ["SetCodeChallenge", "E9Mel", "invalid_code_challenge", /not an AuthorizationCodeChallenge/],
    ["SetIntegrationType", 2, "invalid_integration_type", /is 2, but must be GuildInstall/],
    ["SetCustomSchemeParam", 5, "invalid_scheme", /^CustomSchemeParam is not a string/],
  ])("%s rejects %j with %s", (name, value, code, message) => {
    const args = new AuthorizationArgs() as unknown as Record<string, (value: unknown) => void>;
    const set = () => args[name]?.(value);
    expect(set).toThrow(expect.objectContaining({ type: 6, code }));
    expect(set).toThrow(message);
  });

  it.each([
    [
      () => new AuthorizationArgs(5 as never),
      "args is a number, but must be AuthorizationArgs or { scopes }.",
    ],
    [() => AuthorizationArgs.from({} as never), "args is an empty object, but must be AuthorizationArgs"],
    [() => AuthorizationArgs.from([] as never), "args is a list, but must be AuthorizationArgs"],
    [() => AuthorizationArgs.from(undefined as never), "args is missing, but must be AuthorizationArgs"],
    [
      () => AuthorizationArgs.from({ scope: "openid" } as never),
      "args.scope does not exist. Did you mean args.scopes?",
    ],
  ])("explains invalid use (%#)", (use, message) => {
    expect(use).toThrow(message);
  });

  it("hides state, nonce and verifier when printed", () => {
    const printed = [filled(), verifier].map(
      (value) => inspect(value, { showHidden: true }) + JSON.stringify(value),
    );
    expect(printed.join()).not.toMatch(/a state of my own|a nonce|dBjft/);
    expect(inspect(filled())).toMatch(/scopes: .+[^]*state: \[hidden\],\s+nonce: \[hidden\]/);
    expect(inspect(AuthorizationArgs.nullobj)).toBe("AuthorizationArgs { isValid: false }");
  });
});

describe("checkAuthorization", () => {
  const own = "1234567890123456789";

  it("uses the client's application and its scheme by default", () => {
    const checked = checkAuthorization(AuthorizationArgs.from({ scopes: " openid  identify" }), () => own);
    expect(checked).toMatchObject({
      applicationId: own,
      scopes: "openid identify",
      scheme: { scheme: `discord-${own}` },
      namesScheme: false,
    });
    expect([checked.state, checked.nonce, checked.codeChallenge]).toEqual([undefined, undefined, undefined]);
    expect(Object.isFrozen(checked)).toBe(true);
  });

  it("keeps the arguments' values", () => {
    const args = AuthorizationArgs.from({
      scopes: "openid",
      clientId: "42",
      state: "mine",
      nonce: "once",
      customSchemeParam: "com.example.game",
      integrationType: 1,
    });
    expect(checkAuthorization(args, () => expect.unreachable("it is named"))).toMatchObject({
      applicationId: "42",
      state: "mine",
      nonce: "once",
      integrationType: 1,
      scheme: { scheme: "com.example.game" },
      namesScheme: true,
    });
  });

  it.each([
    [{ scopes: "" }, "missing_scope"],
    [{ scopes: "a\tb" }, "invalid_scope"],
    [{ scopes: "openid", customSchemeParam: "https" }, "reserved_scheme"],
  ])("rejects %j with %s", (init, code) => {
    expect(() => checkAuthorization(AuthorizationArgs.from(init), () => own)).toThrow(
      expect.objectContaining({ type: 6, code }),
    );
  });
});
