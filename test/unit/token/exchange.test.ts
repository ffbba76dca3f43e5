import { expect, it } from "vitest";
import { exchangeCode } from "../../../src/token/exchange.ts";
import { refreshToken } from "../../../src/token/refresh.ts";
import { refreshedSet, tokenSetOf } from "../../../src/token/token-set.ts";
import { tokenContext } from "./context.ts";

const granted = { access_token: "access-0123456789", token_type: "Bearer" };
const exchange = {
  applicationId: "1",
  code: "c",
  codeVerifier: "v".repeat(43),
  redirectUri: "http://127.0.0.1:1/callback",
};

it("An answer without scopes means those that were asked for (RFC 6749, section 5.1)", async () => {
  for (const body of [granted, { ...granted, scope: "" }]) {
    const { context } = tokenContext(() => ({ body }));
    expect((await exchangeCode(context, { ...exchange, scopes: "openid identify" })).scopes).toBe(
      "openid identify",
    );
    expect((await exchangeCode(context, exchange)).scopes).toBe("");
  }
});

it("An answer with scopes means these", async () => {
  const { context } = tokenContext(() => ({ body: { ...granted, scope: "identify" } }));
  expect((await exchangeCode(context, { ...exchange, scopes: "openid identify" })).scopes).toBe("identify");
});

it("A refresh whose answer has no scopes keeps those of the session", async () => {
  const { context } = tokenContext(() => ({ body: granted }));
  const fresh = await refreshToken(context, { applicationId: "1", refreshToken: "refresh-0123456789" });
  const old = tokenSetOf(fresh, "openid identify", 0);
  expect(refreshedSet({ ...old, scopes: "identify" }, fresh, 1).scopes).toBe("identify");
});
