import { expect, it } from "vitest";
import { AuthorizationArgs, checkAuthorization } from "../../../src/sign-in/arguments.ts";

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

it("keeps the values of the arguments", () => {
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
