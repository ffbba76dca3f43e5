import { afterEach, expect, it, vi } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { Secrets } from "../../../src/log/secrets.ts";
import { getTokenFromDevice } from "../../../src/tokens/device.ts";
import { refreshToken } from "../../../src/tokens/grants.ts";
import type { FetchAnswer } from "../../setup/scripted-fetch.ts";
import { tokenContext } from "../../setup/token-context.ts";

const unfiltered = new Secrets(() => {
  throw new ClientError({ type: ErrorType.Disabled, code: "addon_unavailable", message: "no addon" });
});

function refreshWithoutAddon(answer: FetchAnswer) {
  const context = { ...tokenContext(() => answer).context, secrets: unfiltered };
  return refreshToken(context, { applicationId: "1", refreshToken: "refresh-0123456789" });
}

it.each(["invalid_grant", "invalid_client", "invalid_scope", "unauthorized_client"])(
  "keeps the code %s without a redactor, because programs depend on it",
  async (error) => {
    const refreshing = refreshWithoutAddon({
      status: 400,
      body: { error, error_description: "refresh-0123456789" },
    });
    await expect(refreshing).rejects.toMatchObject({ code: error, status: 400 });
    await expect(refreshing).rejects.toThrow("[withheld");
  },
);

it("withholds a code unknown to OAuth, which may contain anything", async () => {
  const refreshing = refreshWithoutAddon({ status: 400, body: { error: "refresh-0123456789" } });
  await expect(refreshing).rejects.toMatchObject({ code: expect.stringContaining("[withheld") as unknown });
});

afterEach(() => void vi.useRealTimers());

it("completes the device flow without a redactor", async () => {
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
  const request = { applicationId: "1", scopes: "openid", onPrompt: () => undefined };
  const result = getTokenFromDevice({ ...context, secrets: unfiltered }, request);
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await result).accessToken).toBe(tokens.access_token);
});

it.each([
  [{ retry_after: 1.5 }, {}, 1.5],
  [{}, { "retry-after": "30" }, 30],
  [{}, {}, undefined],
])("reads the retry delay from %j and %j", async (body, headers, retryAfter) => {
  const { context } = tokenContext(() => ({ body: {} }));
  const fetch = () => Promise.resolve(Response.json(body, { status: 429, headers }));
  const refreshing = refreshToken({ ...context, fetch }, { applicationId: "1", refreshToken: "r" });
  const error = await refreshing.catch((reason: unknown) => reason as ClientError);
  expect(error).toMatchObject({ retryable: true });
  expect((error as ClientError).retryAfter).toBe(retryAfter);
});
