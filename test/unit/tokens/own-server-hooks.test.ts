import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ownServer } from "../../../src/tokens/own-server-hooks.ts";

const url = "https://game.example/tokens";
const refresh = { applicationId: "9", refreshToken: "the-secret", signal: undefined };

const answering = (answer: () => Response | Promise<Response>, sent: unknown[] = []) =>
  ownServer(url, {
    fetch: async (to, { method, body }) => {
      sent.push([method, to, JSON.parse(body as string)]);
      return answer();
    },
  });

describe("ownServer hooks", () => {
  it("post their arguments and return the response", async () => {
    const sent: unknown[] = [];
    const grant = { accessToken: "a", refreshToken: "s", scopes: "openid", expiresIn: 60 };
    const hooks = answering(() => Response.json(grant), sent);
    const code = {
      applicationId: "9",
      code: "c",
      codeVerifier: "v",
      redirectUri: undefined,
      external: undefined,
    };
    expect(await hooks.exchangeCode({ ...code, signal: undefined })).toEqual(grant);
    expect(await hooks.refreshToken(refresh)).toEqual(grant);
    expect(await hooks.refreshToken({ ...refresh, rejected: "old" })).toEqual(grant);
    expect(sent).toEqual([
      ["POST", url, { applicationId: "9", code: "c", codeVerifier: "v" }],
      ["POST", url, { applicationId: "9", refreshToken: "the-secret" }],
      ["POST", url, { applicationId: "9", refreshToken: "the-secret", rejected: "old" }],
    ]);
  });

  it.each([
    [401, { error: "invalid_grant" }, { code: "invalid_grant", retryable: false }],
    [401, { error: "account_linked" }, { code: "account_linked" }],
    [429, { error: "rate_limited", retryAfter: 3 }, { code: "rate_limited", retryable: true, retryAfter: 3 }],
    [503, { error: "temporarily_unavailable" }, { code: "own_server_failed", retryable: true }],
    [423, { error: "merging" }, { code: "own_server_failed", retryable: true }],
    [400, { error: "the-secret" }, { code: "own_server_failed", retryable: false }],
  ])("reject with the server's error code: %i %j", async (status, body, error) => {
    const failed = await answering(() => Response.json(body, { status }))
      .refreshToken(refresh)
      .catch((one: unknown) => one);
    expect(failed).toMatchObject({ ...error, status });
    expect(inspect(failed, { depth: 9, showHidden: true })).not.toContain("the-secret");
  });

  it("reject with a retryable error if there is no response", async () => {
    const silent = answering(() => Promise.reject(new TypeError("fetch failed")));
    await expect(silent.refreshToken(refresh)).rejects.toMatchObject({
      code: "network_error",
      retryable: true,
    });
  });

  it.each(["http://game.example/tokens", "game.example", "https://game.example/?x=1"])(
    "reject the URL %s",
    (wrong) => {
      expect(() => ownServer(wrong)).toThrow(/^url /);
    },
  );

  it("reject an invalid fetch", () => {
    expect(() => ownServer(url, { fetch: 7 as never })).toThrow(/^options\.fetch/);
  });
});
