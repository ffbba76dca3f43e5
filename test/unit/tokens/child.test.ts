import { describe, expect, it } from "vitest";
import { exchangeChildToken } from "../../../src/tokens/provisional.ts";
import { tokenContext } from "../../setup/token-context.ts";

const granted = {
  access_token: "access-0123456789",
  token_type: "Bearer",
  expires_in: 3600,
  scope: "openid",
};

describe("exchangeChildToken", () => {
  it("sends the parent's token and the child's id", async () => {
    const { context, requests } = tokenContext(() => ({ body: granted }));
    const result = await exchangeChildToken(context, { parentToken: "parent", childApplicationId: "2" });
    expect(requests[0]).toMatchObject({
      path: "https://service.example/api/partner-sdk/child-token",
      fields: { parent_access_token: "parent", child_application_id: "2" },
    });
    expect(requests[0]?.headers["content-type"]).toBe("application/json");
    expect(result).toMatchObject({ accessToken: granted.access_token, expiresIn: 3600, scopes: "openid" });
  });

  it.each([1, 60, 604_800])("returns the lifetime in seconds: %i", async (expires_in) => {
    const { context } = tokenContext(() => ({ body: { ...granted, expires_in } }));
    const result = await exchangeChildToken(context, { parentToken: "parent", childApplicationId: "2" });
    expect(result.expiresIn).toBe(expires_in);
  });

  it("omits a refresh token from the result", async () => {
    const { context } = tokenContext(() => ({ body: { ...granted, refresh_token: "refresh-0123456789" } }));
    const result = await exchangeChildToken(context, { parentToken: "parent", childApplicationId: "2" });
    expect(JSON.stringify(Object.entries(result))).not.toContain("refresh-0123456789");
    expect((result as { refreshToken?: string }).refreshToken).toBeUndefined();
  });
});
