import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { checkExternalAuth } from "../../../src/tokens/external-auth.ts";
import { getProvisionalToken, unmergeIntoProvisionalAccount } from "../../../src/tokens/provisional.ts";
import { AuthenticationExternalAuthType } from "../../../src/wire/external-auth.ts";
import { tokenContext } from "../../setup/token-context.ts";

const granted = {
  access_token: "access-0123456789",
  token_type: "Bearer",
  expires_in: 3600,
  scope: "openid",
};
const external = checkExternalAuth(AuthenticationExternalAuthType.SteamSessionTicket, "ticket");

describe("provisional account", () => {
  it("gets a token for the proof of another identity provider", async () => {
    const { context, requests, registered } = tokenContext(() => ({ body: granted }));
    const result = await getProvisionalToken(context, { applicationId: "1", external });
    expect(requests[0]).toMatchObject({
      path: "https://service.example/api/partner-sdk/token",
      fields: { client_id: "1", external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: "ticket" },
    });
    expect(result.refreshToken).toBeUndefined();
    expect(registered).toContain(granted.access_token);
    expect(inspect(result, { depth: 9, showHidden: true })).not.toContain(granted.access_token);
  });

  it("returns an OpenID Connect refresh token to the game, and requests each token with a proof", async () => {
    const { context, requests, registered } = tokenContext(() => ({
      body: { ...granted, refresh_token: "refresh-0123456789" },
    }));
    const oidc = (token: string) => checkExternalAuth(AuthenticationExternalAuthType.OIDC, token);
    const result = await getProvisionalToken(context, { applicationId: "1", external: oidc("first") });
    expect(result).toMatchObject({ refreshToken: "refresh-0123456789", expiresIn: 3600, scopes: "openid" });
    expect(registered).toContain("refresh-0123456789");
    await getProvisionalToken(context, { applicationId: "1", external: oidc("second") });
    expect(requests.map(({ path, fields }) => [path, fields])).toEqual(
      ["first", "second"].map((external_auth_token) => [
        "https://service.example/api/partner-sdk/token",
        { client_id: "1", external_auth_type: "OIDC", external_auth_token },
      ]),
    );
  });

  it("is unmerged by a request without a result", async () => {
    const { context, requests } = tokenContext(() => ({ body: {} }));
    await unmergeIntoProvisionalAccount(context, { applicationId: "1", external });
    expect(requests[0]?.path).toBe("https://service.example/api/partner-sdk/provisional-accounts/unmerge");
  });

  it.each([
    ["no token", { ...granted, access_token: "" }],
    ["another type", { ...granted, token_type: "mac" }],
    ["a list", [granted]],
    ["nothing", null],
  ])("rejects a response with %s", async (_, body) => {
    const { context } = tokenContext(() => ({ body }));
    await expect(getProvisionalToken(context, { applicationId: "1", external })).rejects.toMatchObject({
      code: "invalid_response",
    });
  });
});
