import { expect, test } from "vitest";
import { botToken, contextOf } from "../../../setup/diagnosed.ts";

test("sends each request only once for several callers", async () => {
  const { context, requests } = contextOf();
  const { answers } = context;
  await Promise.all([answers.gateway(), answers.gateway(), answers.authorize(), answers.authorize()]);
  await Promise.all([answers.application(botToken), answers.application(botToken)]);
  expect(requests).toHaveLength(3);
});

test.each([
  [403, /webBase/],
  [502, /Try again later/],
])("rejects status %i from the authorize page", async (status, hint) => {
  const { context } = contextOf({ answers: { "/oauth2/authorize": { status } } });
  await expect(context.answers.authorize()).rejects.toMatchObject({
    code: "unexpected_status",
    status,
    hint: expect.stringMatching(hint) as string,
  });
});

test.each([
  [{ status: 401 }, "bot_token_refused"],
  [{ status: 500 }, "unexpected_status"],
  [{ body: {} }, "invalid_response"],
  [{ body: { id: "123456789012345678", flags: 0, redirect_uris: [5] } }, "invalid_response"],
  [{ body: { id: "2", flags: 0, redirect_uris: [] } }, "wrong_application"],
])("rejects the application response %j without showing the token", async (answer, code) => {
  const { context, requests } = contextOf({ answers: { "/api/applications/@me": answer } });
  const error: unknown = await context.answers.application(botToken).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code });
  expect(JSON.stringify(error)).not.toContain(botToken);
  expect(requests[0]?.headers["authorization"]).toBe(`Bot ${botToken}`);
});

test("sends an invalid code and no secret to the token endpoint", async () => {
  const { context, requests } = contextOf();
  expect(await context.answers.exchangeOfNothing()).toBe("invalid_grant");
  const body = new URLSearchParams(requests[0]?.body);
  expect(body.get("client_id")).toBe("123456789012345678");
  expect(body.has("client_secret")).toBe(false);
  expect(body.get("code")).toMatch(/^[\da-f]{32}$/);
  const { context: other } = contextOf({ answers: { "/api/oauth2/token": { status: 500 } } });
  expect(await other.answers.exchangeOfNothing()).toBeUndefined();
});
