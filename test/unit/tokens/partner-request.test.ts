import { describe, expect, it } from "vitest";
import { apiPath } from "../../../src/core/request/addresses.ts";
import { postPartner, readPartnerToken } from "../../../src/tokens/provisional.ts";
import { tokenContext } from "../../setup/token-context.ts";

const granted = {
  access_token: "access-0123456789",
  token_type: "Bearer",
  expires_in: 3600,
  scope: "openid",
};

describe("postPartner", () => {
  it("sends JSON and registers every token in the response before it is parsed", async () => {
    const { context, requests, registered } = tokenContext(() => ({ body: granted }));
    expect(await postPartner(context, "Asking", apiPath`/partner-sdk/token`, { a: "b" }, undefined)).toEqual(
      granted,
    );
    expect(requests[0]).toMatchObject({
      path: "https://service.example/api/partner-sdk/token",
      fields: { a: "b" },
    });
    expect(requests[0]?.headers["content-type"]).toBe("application/json");
    expect(registered).toEqual(new Set([granted.access_token]));
  });

  it("rejects with the service's code on a refusal", async () => {
    const { context } = tokenContext(() => ({ status: 400, body: { message: "linked", code: 530_010 } }));
    await expect(
      postPartner(context, "Asking", apiPath`/partner-sdk/token`, {}, undefined),
    ).rejects.toMatchObject({
      status: 400,
      errorCode: 530_010,
    });
  });
});

describe("readPartnerToken", () => {
  it("accepts the token type in any case", () => {
    expect(readPartnerToken("Asking", { ...granted, refresh_token: "r", token_type: "bearer" })).toEqual({
      accessToken: granted.access_token,
      refreshToken: "r",
      expiresIn: 3600,
      scopes: "openid",
    });
  });

  it.each([{}, { expires_in: -1, scope: 7 }, { expires_in: "3600", scope: null }])(
    "ignores an invalid lifetime and invalid scopes: %j",
    (said) => {
      const { access_token, token_type } = granted;
      expect(readPartnerToken("Asking", { access_token, token_type, ...said })).toEqual({
        accessToken: access_token,
        refreshToken: undefined,
        expiresIn: undefined,
        scopes: "",
      });
    },
  );

  it.each([
    ["no token", { ...granted, access_token: "" }],
    ["a token that is no text", { ...granted, access_token: 7 }],
    ["another type", { ...granted, token_type: "mac" }],
    ["a list", [granted]],
    ["nothing", null],
  ])("rejects a response with %s", (_, answer) => {
    expect(() => readPartnerToken("Asking", answer)).toThrow(
      expect.objectContaining({ code: "invalid_response" }),
    );
  });
});
