import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { AuthorizationArgs } from "../../../src/authorization/arguments.ts";
import { AuthorizationCodeVerifier } from "../../../src/authorization/code-verifier.ts";
import { IntegrationType } from "../../../src/authorization/integration-type.ts";

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
  it("gives back what was set, field by field", () => {
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
    expect(fieldsOf(args)).toEqual({
      ...expected,
      state: undefined,
      clientId: undefined,
      challenge: undefined,
    });
  });

  it("is made from a plain object with the same fields", () => {
    const { challenge: _, ...init } = expected;
    const args = AuthorizationArgs.from({ ...init, integrationType: 1, codeChallenge: verifier.Challenge() });
    expect(fieldsOf(args)).toEqual(expected);
  });

  it("copies into an independent object", () => {
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
  ] as const)("refuses %s on an object that was moved from and on nullobj", (name) => {
    const moved = filled();
    moved.Move();
    for (const args of [moved, AuthorizationArgs.nullobj]) {
      expect(() => args[name]()).toThrow(expect.objectContaining({ code: "invalid_arguments", type: 6 }));
    }
  });

  it("refuses setters on nullobj, which stays invalid", () => {
    expect(() => AuthorizationArgs.nullobj.SetScopes("openid")).toThrow(/are empty/);
    expect(AuthorizationArgs.nullobj.IsValid()).toBe(false);
  });

  it("refuses an id given as a JavaScript number and says why", () => {
    // @ts-expect-error numbers are refused by the types as well
    expect(() => new AuthorizationArgs().SetClientId(Number("1234567890123456789"))).toThrow(
      /JavaScript number, which loses digits/,
    );
  });

  it.each(["", "abc", "-1", "0", "18446744073709551616", "1e3", " 1"])("refuses %j as an id", (id) => {
    expect(() => new AuthorizationArgs().SetClientId(id)).toThrow(
      expect.objectContaining({ code: "invalid_id" }),
    );
  });

  it("#8 refuses an empty state", () => {
    expect(() => new AuthorizationArgs().SetState("")).toThrow(
      expect.objectContaining({ code: "invalid_state" }),
    );
  });

  it("refuses values of the wrong kind", () => {
    const args = new AuthorizationArgs() as unknown as Record<string, (value: unknown) => void>;
    expect(() => args["SetScopes"]?.(5)).toThrow(/Scopes is a number/);
    expect(() => args["SetNonce"]?.(1)).toThrow(/Nonce is not a string/);
    expect(() => args["SetCodeChallenge"]?.("E9Mel")).toThrow(/not an AuthorizationCodeChallenge/);
    expect(() => args["SetIntegrationType"]?.(2)).toThrow(/neither GuildInstall/);
  });

  it("prints neither state nor nonce nor verifier", () => {
    const printed = [filled(), verifier].map(
      (value) => inspect(value, { showHidden: true }) + JSON.stringify(value),
    );
    expect(printed.join()).not.toMatch(/a state of my own|a nonce|dBjft/);
    expect(inspect(filled())).toMatch(/scopes: .+[^]*state: \[hidden\],\s+nonce: \[hidden\]/);
    expect(inspect(AuthorizationArgs.nullobj)).toBe("AuthorizationArgs { isValid: false }");
  });
});
