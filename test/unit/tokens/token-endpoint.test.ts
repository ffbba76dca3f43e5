import { inspect } from "node:util";
import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { Secrets } from "../../../src/log/secrets.ts";
import { ServiceBackend } from "../../../src/tokens/service-backend.ts";
import { requestToken } from "../../../src/tokens/token-endpoint.ts";
import type { FetchAnswer } from "../../setup/scripted-fetch.ts";
import { tokenSetOf } from "../../../src/tokens/token-set.ts";
import { tokenContext } from "../../setup/token-context.ts";

const token = "access-0123456789";
const granted = { access_token: token, token_type: "Bearer", expires_in: 60 };

function request(answer: FetchAnswer, scopes?: string) {
  const { context, requests, registered } = tokenContext(() => answer);
  const result = requestToken(context, {
    operation: "Refreshing the token",
    applicationId: "1",
    signal: undefined,
    scopes,
    request: ({ server, client, options }) =>
      oauth.refreshTokenGrantRequest(server, client, oauth.None(), "refresh-0123456789", options),
    process: oauth.processRefreshTokenResponse,
  });
  return { context, requests, registered, result };
}

describe("token request", () => {
  it("is sent only once and registers its tokens as secrets", async () => {
    const { requests, registered, result } = request({ body: granted });
    expect(await result).toMatchObject({ accessToken: token, expiresIn: 60, scopes: "" });
    expect(requests).toHaveLength(1);
    expect(registered).toContain(token);
  });

  it.each([1e11, 1e300])("returns a valid expiry date for a lifetime of %d seconds", async (expires_in) => {
    const { result } = request({ body: { ...granted, expires_in } });
    const { expiresAt } = tokenSetOf(await result, "openid", Date.now());
    expect(new Date(expiresAt ?? Number.NaN).getTime()).not.toBeNaN();
  });

  it.each([
    [undefined, "openid"],
    ["", "openid"],
    ["identify", "identify"],
  ])("with the response scopes %j, returns the scopes %j", async (scope, scopes) => {
    expect((await request({ body: { ...granted, scope } }, "openid").result).scopes).toBe(scopes);
  });

  it.each<[string, FetchAnswer, object]>([
    ["a refusal", { status: 400, body: { error: "invalid_grant" } }, { code: "invalid_grant" }],
    ["a network failure", new TypeError("fetch failed"), { code: "network_error" }],
    ["an invalid response", { body: { ...granted, token_type: 7 } }, { code: "invalid_response" }],
  ])("rejects %s without showing a token", async (_, answer, expected) => {
    const { requests, result } = request(answer);
    const error: unknown = await result.catch((reason: unknown) => reason);
    expect(error).toMatchObject(expected);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(token);
    expect(requests).toHaveLength(1);
  });
});

const unfiltered = new Secrets(() => {
  throw new ClientError({ type: ErrorType.Disabled, code: "addon_unavailable", message: "no addon" });
});

function refreshWithoutAddon(answer: FetchAnswer) {
  const context = { ...tokenContext(() => answer).context, secrets: unfiltered };
  return new ServiceBackend(context).refreshToken({
    applicationId: "1",
    refreshToken: "refresh-0123456789",
    signal: undefined,
  });
}

it.each(["invalid_grant", "invalid_client", "invalid_scope", "unauthorized_client"])(
  "keeps the code %s even if there is no redactor, because programs depend on it",
  async (error) => {
    const refreshing = refreshWithoutAddon({
      status: 400,
      body: { error, error_description: "refresh-0123456789" },
    });
    await expect(refreshing).rejects.toMatchObject({ code: error, status: 400 });
    await expect(refreshing).rejects.toThrow("[withheld");
  },
);

it("withholds a code that OAuth does not define, because it may contain anything", async () => {
  const refreshing = refreshWithoutAddon({ status: 400, body: { error: "refresh-0123456789" } });
  await expect(refreshing).rejects.toMatchObject({ code: expect.stringContaining("[withheld") as unknown });
});
