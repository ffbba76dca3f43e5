import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { checkExternalAuth } from "../../../src/tokens/external-auth.ts";
import { CurrentUser } from "../../../src/tokens/player.ts";
import { ServiceBackend } from "../../../src/tokens/service-backend.ts";
import { AuthenticationExternalAuthType } from "../../../src/wire/external-auth.ts";
import type { FetchAnswer } from "../../setup/scripted-fetch.ts";
import { tokenContext } from "../../setup/token-context.ts";

const granted = {
  access_token: "access-0123456789",
  token_type: "Bearer",
  expires_in: 3600,
  scope: "openid",
};
const invalidResponse = { code: "invalid_response" };
const external = checkExternalAuth(AuthenticationExternalAuthType.SteamSessionTicket, "ticket");

function answering(answer: FetchAnswer) {
  const { context, requests, registered } = tokenContext(() => answer);
  return { backend: new ServiceBackend(context), requests, registered };
}

describe("getToken", () => {
  const exchange = {
    applicationId: "1",
    code: "c",
    codeVerifier: "v".repeat(43),
    redirectUri: "http://127.0.0.1:1/callback",
  };

  it("merges a provisional account", async () => {
    const { backend, requests } = answering({ body: granted });
    await backend.getToken({ ...exchange, external });
    expect(requests[0]?.fields).toMatchObject({
      grant_type: "authorization_code",
      redirect_uri: exchange.redirectUri,
      external_auth_type: "STEAM_SESSION_TICKET",
      external_auth_token: "ticket",
    });
  });

  it("exchanges a desktop client's code without a redirect URI and explains a refusal", async () => {
    const { backend, requests } = answering({ body: granted });
    const codeOnly = { ...exchange, redirectUri: undefined };
    await backend.getToken(codeOnly);
    expect(requests[0]?.fields).toEqual({
      grant_type: "authorization_code",
      client_id: "1",
      code: "c",
      code_verifier: exchange.codeVerifier,
    });
    const refusing = answering({ status: 400, body: { error: "invalid_request" } });
    await expect(refusing.backend.getToken(codeOnly)).rejects.toMatchObject({
      code: "invalid_request",
      hint: expect.stringMatching(
        /^For a code from the desktop client, register any redirect URI, such as http:\/\/127\.0\.0\.1\/callback/,
      ) as unknown,
    });
  });
});

describe("refreshToken", () => {
  const refresh = { applicationId: "1", refreshToken: "refresh-0123456789", signal: undefined };

  it("sends the refresh token as a public client and returns a new pair", async () => {
    const { backend, requests } = answering({ body: { ...granted, refresh_token: "next-0123456789" } });
    const result = await backend.refreshToken(refresh);
    expect(requests[0]).toMatchObject({
      path: "https://service.example/api/oauth2/token",
      fields: { grant_type: "refresh_token", refresh_token: refresh.refreshToken, client_id: "1" },
    });
    expect(Object.hasOwn(requests[0]?.headers ?? {}, "authorization")).toBe(false);
    expect([result.accessToken, result.refreshToken]).toEqual([granted.access_token, "next-0123456789"]);
  });
});

describe("revokeToken", () => {
  const revocation = { applicationId: "1", token: "token-0123456789" };

  it("sends the token to the revocation endpoint and accepts an empty response", async () => {
    const { backend, requests } = answering({ body: {} });
    await backend.revokeToken(revocation);
    expect(requests[0]).toMatchObject({
      path: "https://service.example/api/oauth2/token/revoke",
      fields: { token: "token-0123456789", client_id: "1" },
    });
  });

  it.each<[string, FetchAnswer, object]>([
    [
      "is refused",
      { status: 400, body: { error: "invalid_client" } },
      { code: "invalid_client", status: 400 },
    ],
    ["cannot be sent", new TypeError("fetch failed"), { code: "network_error", retryable: true }],
    ["gets a status other than 200", { status: 201, body: {} }, { code: "http_error", status: 201 }],
  ])("rejects if the revocation %s, because the token may still be valid", async (_, answer, error) => {
    await expect(answering(answer).backend.revokeToken(revocation)).rejects.toMatchObject(error);
  });
});

describe("exchangeChildToken", () => {
  it("sends the parent's token and the child's id and returns no refresh token", async () => {
    const { backend, requests } = answering({ body: { ...granted, refresh_token: "refresh-0123456789" } });
    const result = await backend.exchangeChildToken({ parentToken: "parent", childApplicationId: "2" });
    expect(requests[0]).toMatchObject({
      path: "https://service.example/api/partner-sdk/child-token",
      fields: { parent_access_token: "parent", child_application_id: "2" },
    });
    expect(result).toMatchObject({ accessToken: granted.access_token, expiresIn: 3600, scopes: "openid" });
    expect((result as { refreshToken?: string }).refreshToken).toBeUndefined();
  });
});

describe("provisional account", () => {
  const request = { applicationId: "1", external };

  it("gets a token for another identity provider's proof", async () => {
    const { backend, requests, registered } = answering({ body: granted });
    const result = await backend.getProvisionalToken(request);
    expect(requests[0]).toMatchObject({
      path: "https://service.example/api/partner-sdk/token",
      fields: { client_id: "1", external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: "ticket" },
    });
    expect(requests[0]?.headers["content-type"]).toBe("application/json");
    expect(result.refreshToken).toBeUndefined();
    expect(registered).toContain(granted.access_token);
    expect(inspect(result, { depth: 9, showHidden: true })).not.toContain(granted.access_token);
  });

  it("returns an OpenID Connect refresh token and accepts the token type in any letter case", async () => {
    const body = { ...granted, token_type: "bearer", refresh_token: "refresh-0123456789" };
    const { backend, registered } = answering({ body });
    expect(await backend.getProvisionalToken(request)).toMatchObject({
      refreshToken: "refresh-0123456789",
      expiresIn: 3600,
      scopes: "openid",
    });
    expect(registered).toContain("refresh-0123456789");
  });

  it("is unmerged even if the response is empty", async () => {
    const { backend, requests } = answering({ body: {} });
    await backend.unmergeIntoProvisionalAccount(request);
    expect(requests[0]?.path).toBe("https://service.example/api/partner-sdk/provisional-accounts/unmerge");
  });

  it.each([{}, { expires_in: -1, scope: 7 }, { expires_in: "3600", scope: null }])(
    "ignores an invalid lifetime and invalid scopes: %j",
    async (wrong) => {
      const { access_token, token_type } = granted;
      const { backend } = answering({ body: { access_token, token_type, ...wrong } });
      const result = await backend.getProvisionalToken(request);
      expect([result.expiresIn, result.scopes]).toEqual([undefined, ""]);
    },
  );

  it.each([
    ["no token", { ...granted, access_token: "" }],
    ["a token that is not a string", { ...granted, access_token: 7 }],
    ["another token type", { ...granted, token_type: "mac" }],
    ["a list instead of an object", [granted]],
    ["null instead of an object", null],
  ])("rejects a response with %s", async (_, body) => {
    await expect(answering({ body }).backend.getProvisionalToken(request)).rejects.toMatchObject(
      invalidResponse,
    );
  });
});

describe("fetchCurrentUser", () => {
  const user = { id: "1", username: "ada" };

  it.each([
    ["the global name", { ...user, global_name: "Ada" }, "Ada"],
    ["the user name, if no global name is set,", { ...user, global_name: null }, "ada"],
  ])("uses %s as the display name and sends the token in the header", async (_, body, name) => {
    const { backend, requests } = answering({ body });
    expect(await backend.fetchCurrentUser("token-0123456789")).toMatchObject({ ...user, name });
    expect(requests[0]?.path).toBe("https://service.example/api/users/@me");
    expect(requests[0]?.headers["authorization"]).toBe("Bearer token-0123456789");
  });

  it.each([
    [401, 50026, "missing_scope"],
    [403, 50001, "missing_access"],
  ])("reports the missing scope for status %i with code %i", async (status, number, code) => {
    const { backend } = answering({ status, body: { message: "No", code: number } });
    const hint = "Sign in again with the identify scope.";
    await expect(backend.fetchCurrentUser("token")).rejects.toMatchObject({ code, hint });
  });

  it.each([null, [], { id: 1, username: "ada" }, { id: "1" }])("rejects %j as a user", async (body) => {
    await expect(answering({ body }).backend.fetchCurrentUser("token")).rejects.toMatchObject(
      invalidResponse,
    );
  });

  it("returns only the fields granted by the scopes", async () => {
    const fields = { avatar: "a_0123", locale: "de", email: "ada@example.org", verified: true };
    const { backend } = answering({ body: { ...user, global_name: null, ...fields } });
    const fetched = await backend.fetchCurrentUser("token");
    expect(Object.fromEntries(Object.entries(fetched))).toEqual({
      ...user,
      name: "ada",
      globalName: undefined,
      ...fields,
    });
  });
});

it("returns the URL of the player's avatar or of the default avatar for the id", () => {
  const own = new CurrentUser({
    id: "80351110224678912",
    username: "ada",
    avatar: "8342729096ea3675442027381ff50dfe",
  });
  expect(own.avatarUrl(256)).toBe(
    "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.webp?size=256",
  );
  const plain = new CurrentUser({ id: "80351110224678912", username: "ada" });
  // (80351110224678912 >> 22) % 6
  expect(plain.avatarUrl()).toBe("https://cdn.discordapp.com/embed/avatars/5.png");
  expect(() => own.avatarUrl(100 as 128)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
});

describe("fetchExpiry", () => {
  it("returns the expiry in milliseconds", async () => {
    const { backend, requests } = answering({ body: { expires: "1970-01-01T00:00:01+00:00" } });
    expect(await backend.fetchExpiry("token")).toBe(1000);
    expect(requests[0]?.path).toBe("https://service.example/api/oauth2/@me");
  });

  it.each([null, {}, { expires: 1000 }, { expires: "soon" }])(
    "rejects %j because it has no valid expiry",
    async (body) => {
      await expect(answering({ body }).backend.fetchExpiry("token")).rejects.toMatchObject(invalidResponse);
    },
  );
});
