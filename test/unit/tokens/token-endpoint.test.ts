import { inspect } from "node:util";
import * as oauth from "oauth4webapi";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { Secrets } from "../../../src/log/secrets.ts";
import { runDeviceFlow } from "../../../src/tokens/device.ts";
import { ServiceBackend } from "../../../src/tokens/service-backend.ts";
import { requestOptions, requestToken } from "../../../src/tokens/token-endpoint.ts";
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

it("registers the tokens in a response's text even if the text is truncated", () => {
  const { context, registered } = tokenContext(() => ({ body: null }));
  requestOptions(context, "Asking", undefined).onText?.('{"access_token":"first-secret","refresh_tok');
  expect(registered).toEqual(new Set(["first-secret"]));
});

it("adds the request's hint to a refusal", () => {
  const { context } = tokenContext(() => ({ body: null }));
  const { refuse } = requestOptions(context, "Asking", undefined, { hints: { invalid_grant: "Ask again." } });
  const answer = { status: 400, headers: new Headers(), text: '{"error":"invalid_grant"}' };
  expect(refuse(answer)).toMatchObject({ code: "invalid_grant", status: 400, hint: "Ask again." });
});

const unfiltered = new Secrets(() => {
  throw new ClientError({ type: ErrorType.Disabled, code: "addon_unavailable", message: "no addon" });
});

const refresh = { applicationId: "1", refreshToken: "r", signal: undefined };

function refreshWithoutAddon(answer: FetchAnswer) {
  const context = { ...tokenContext(() => answer).context, secrets: unfiltered };
  return new ServiceBackend(context).refreshToken({ ...refresh, refreshToken: "refresh-0123456789" });
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

afterEach(() => void vi.useRealTimers());

it("completes the device flow if there is no redactor", async () => {
  vi.useFakeTimers();
  const device = {
    device_code: "device-0123456789",
    user_code: "ABCD",
    verification_uri: "https://service.example/activate",
    expires_in: 300,
    interval: 0.001,
  };
  const tokens = { access_token: "access-0123456789", token_type: "Bearer" };
  const answers: FetchAnswer[] = [
    { body: device },
    { status: 400, body: { error: "authorization_pending" } },
    { body: tokens },
  ];
  const { context } = tokenContext(() => answers.shift() as FetchAnswer);
  const parameters = { applicationId: "1", scopes: "openid", onPrompt: () => undefined };
  const result = runDeviceFlow({ ...context, secrets: unfiltered }, parameters);
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await result).accessToken).toBe(tokens.access_token);
});

it.each([
  [{ retry_after: 1.5 }, {}, 1.5],
  [{}, { "retry-after": "30" }, 30],
  [{}, {}, undefined],
])("reads the retry delay from the body %j and the headers %j", async (body, headers, retryAfter) => {
  const { context } = tokenContext(() => ({ body: {} }));
  const fetch = () => Promise.resolve(Response.json(body, { status: 429, headers }));
  const refreshing = new ServiceBackend({ ...context, fetch }).refreshToken(refresh);
  const error = await refreshing.catch((reason: unknown) => reason as ClientError);
  expect(error).toMatchObject({ retryable: true });
  expect((error as ClientError).retryAfter).toBe(retryAfter);
});
