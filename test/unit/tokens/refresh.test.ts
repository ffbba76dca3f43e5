import { expect, it } from "vitest";
import { refreshToken } from "../../../src/tokens/grants.ts";
import { relinkHint } from "../../../src/tokens/relink-hint.ts";
import { tokenContext } from "../../setup/token-context.ts";

const refresh = { applicationId: "1", refreshToken: "refresh-0123456789" };

it("sends the refresh token as a public client and returns a new pair", async () => {
  const body = { access_token: "access-1234567890", token_type: "Bearer", refresh_token: "next-0123456789" };
  const { context, requests } = tokenContext(() => ({ body }));
  const result = await refreshToken(context, refresh);
  expect(requests[0]).toMatchObject({
    path: context.tokenEndpoint,
    fields: { grant_type: "refresh_token", refresh_token: refresh.refreshToken, client_id: "1" },
  });
  expect(Object.hasOwn(requests[0]?.headers ?? {}, "authorization")).toBe(false);
  expect([result.accessToken, result.refreshToken]).toEqual([body.access_token, body.refresh_token]);
});

it("includes the relink hint if the refresh token is invalid", async () => {
  const { context } = tokenContext(() => ({ status: 400, body: { error: "invalid_grant" } }));
  await expect(refreshToken(context, refresh)).rejects.toMatchObject({
    code: "invalid_grant",
    hint: relinkHint,
  });
});
