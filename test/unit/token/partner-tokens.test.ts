import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { exchangeChildToken } from "../../../src/token/child.ts";
import { exchangeCode } from "../../../src/token/exchange.ts";
import { checkExternalAuth } from "../../../src/token/external-auth.ts";
import { AuthenticationExternalAuthType } from "../../../src/wire/external-auth.ts";
import { getProvisionalToken, unmergeIntoProvisionalAccount } from "../../../src/token/provisional.ts";
import { tokenContext } from "./context.ts";

const granted = {
  access_token: "access-0123456789",
  token_type: "Bearer",
  expires_in: 3600,
  scope: "openid",
};
const external = checkExternalAuth(AuthenticationExternalAuthType.SteamSessionTicket, "ticket");

describe("A child token", () => {
  it("is asked for with the parent's token and the child's id", async () => {
    const { context, requests } = tokenContext(() => ({ body: granted }));
    const result = await exchangeChildToken(context, { parentToken: "parent", childApplicationId: "2" });
    expect(requests[0]).toMatchObject({
      url: "https://service.example/api/partner-sdk/child-token",
      fields: { parent_access_token: "parent", child_application_id: "2" },
    });
    expect(requests[0]?.headers.get("content-type")).toBe("application/json");
    expect(result).toMatchObject({ accessToken: granted.access_token, expiresIn: 3600, scopes: "openid" });
  });
});

describe("A provisional account", () => {
  it("gets a token for the proof of another identity provider", async () => {
    const { context, requests, registered } = tokenContext(() => ({ body: granted }));
    const result = await getProvisionalToken(context, { applicationId: "1", external });
    expect(requests[0]).toMatchObject({
      url: "https://service.example/api/partner-sdk/token",
      fields: { client_id: "1", external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: "ticket" },
    });
    expect(result.refreshToken).toBeUndefined();
    expect(registered).toContain(granted.access_token);
    expect(inspect(result, { depth: 9, showHidden: true })).not.toContain(granted.access_token);
  });

  it("is merged by the exchange of a code", async () => {
    const { context, requests } = tokenContext(() => ({ body: granted }));
    const redirectUri = "http://127.0.0.1:1/callback";
    await exchangeCode(context, {
      applicationId: "1",
      code: "c",
      codeVerifier: "v".repeat(43),
      redirectUri,
      external,
    });
    expect(requests[0]?.fields).toMatchObject({
      grant_type: "authorization_code",
      redirect_uri: redirectUri,
      external_auth_type: "STEAM_SESSION_TICKET",
      external_auth_token: "ticket",
    });
  });

  it("is separated again, which has no answer", async () => {
    const { context, requests } = tokenContext(() => ({ body: {} }));
    await unmergeIntoProvisionalAccount(context, { applicationId: "1", external });
    expect(requests[0]?.url).toBe("https://service.example/api/partner-sdk/provisional-accounts/unmerge");
  });

  it.each([
    ["no token", { ...granted, access_token: "" }],
    ["another type", { ...granted, token_type: "mac" }],
    ["a list", [granted]],
    ["nothing", null],
  ])("refuses an answer with %s", async (_, body) => {
    const { context } = tokenContext(() => ({ body }));
    await expect(getProvisionalToken(context, { applicationId: "1", external })).rejects.toMatchObject({
      code: "invalid_response",
    });
  });
});

describe("An external proof", () => {
  it.each([
    ["an unknown type", 8, "token"],
    ["a name instead of a number", "OIDC", "token"],
    ["no token", 0, ""],
    ["a token that is too long", 0, "x".repeat(10_241)],
  ])("with %s is refused", (_, type, token) => {
    expect(() => checkExternalAuth(type, token)).toThrow(
      expect.objectContaining({ type: 6, code: "invalid_external_auth" }),
    );
  });
});
