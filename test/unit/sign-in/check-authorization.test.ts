import { expect, it } from "vitest";
import { AuthorizationArgs, checkAuthorization } from "../../../src/sign-in/arguments.ts";

const own = "1234567890123456789";

it("An authorization is for the client's application, and goes over that one's scheme, unless it says otherwise", () => {
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

it("What the arguments name is carried as it is", () => {
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
])("%j is refused with %s", (init, code) => {
  expect(() => checkAuthorization(AuthorizationArgs.from(init), () => own)).toThrow(
    expect.objectContaining({ type: 6, code }),
  );
});
