import { describe, expect, it } from "vitest";
import {
  codeForm,
  formHeaders,
  playerOf,
  refusedTokens,
  secretsOfCode,
} from "../../../src/tokens/confidential-client.ts";
import { readGrant } from "../../../src/tokens/token-set.ts";

const code = { code: "c", codeVerifier: "v" };

describe("code exchange form", () => {
  it.each([
    [{ code: "c" }, { code: "c" }],
    [code, { code: "c", code_verifier: "v" }],
    [
      { ...code, redirectUri: "http://127.0.0.1/" },
      { code: "c", code_verifier: "v", redirect_uri: "http://127.0.0.1/" },
    ],
  ])("contains only the fields that are defined in %j", (given, form) => {
    expect(codeForm(given)).toEqual({ grant_type: "authorization_code", ...form });
  });

  it("lists its secrets", () => {
    expect([secretsOfCode({ code: "c" }), secretsOfCode(code)]).toEqual([["c"], ["c", "v"]]);
  });

  it("is sent with the id and secret, both form-encoded (RFC 6749 §2.3.1)", () => {
    expect(formHeaders("5", "a b+")).toMatchObject({ authorization: `Basic ${btoa("5:a+b%2B")}` });
  });
});

describe("token refusals", () => {
  const refusal = (error_description: string) =>
    refusedTokens(
      {
        status: 400,
        headers: new Headers(),
        text: JSON.stringify({ error: "invalid_request", error_description }),
      },
      "Exchanging",
      (text) => text,
    );

  it.each(['Missing "redirect_uri" in request.', "Missing redirect_uri"])(
    "explain what to register for %j",
    (description) => expect(refusal(description).hint).toContain("register any redirect URI"),
  );

  it("have no hint for other reasons", () => {
    expect(refusal('Invalid "code" in request.').hint).toBeUndefined();
  });
});

describe("grant", () => {
  const answer = { access_token: "token", token_type: "bearer" };

  it("needs only an access token", () => {
    expect(readGrant("Exchanging", answer)).toEqual({
      accessToken: "token",
      refreshToken: undefined,
      expiresIn: undefined,
      scopes: "",
      idToken: undefined,
    });
  });

  it.each([undefined, {}, { ...answer, token_type: "mac" }, { ...answer, access_token: 5 }])(
    "cannot be read from %j",
    (value) => {
      expect(() => readGrant("Exchanging", value)).toThrow("token response");
    },
  );

  const asking = {
    apiBase: "http://127.0.0.1:1/api",
    timeoutMs: 60_000,
    signal: undefined,
    mask: (text: string) => text,
  };
  const answering = (body: unknown) => ({ ...asking, fetch: () => Promise.resolve(Response.json(body)) });
  const grant = { accessToken: "token", scopes: "" };

  it("belongs to the player in its ID token or, without one, to the user that the service returns", async () => {
    const idToken = `e30.${btoa('{"sub":"77"}')}.c2ln`;
    expect(await playerOf({ ...grant, idToken }, answering({ id: "7" }))).toBe("77");
    expect(await playerOf({ ...grant, idToken: "none" }, answering({ id: "7" }))).toBe("7");
    expect(await playerOf(grant, answering({ id: "7" }))).toBe("7");
  });

  it.each([{}, { id: 7 }, null])("is rejected if the service returns the user %j", async (user) => {
    await expect(playerOf(grant, answering(user))).rejects.toMatchObject({ code: "invalid_response" });
  });
});
