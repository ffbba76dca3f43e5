import { expect, test } from "vitest";
import { botToken, contextOf } from "../../../setup/diagnosed.ts";

test("sends each request only once for several callers", async () => {
  const { context, requests } = contextOf();
  const { answers } = context;
  await Promise.all([answers.gateway(), answers.gateway(), answers.authorize(), answers.authorize()]);
  await Promise.all([answers.application(botToken), answers.application(botToken)]);
  expect(requests).toHaveLength(3);
});

test("requests the authorize page with `prompt=none` so that the player sees no page", async () => {
  const { context, requests } = contextOf();
  expect(await context.answers.authorize()).toEqual({ kind: "redirect", error: "login_required" });
  const { searchParams } = new URL(requests[0]?.path ?? "", "https://service.example");
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: "123456789012345678",
    prompt: "none",
    code_challenge_method: "S256",
    redirect_uri: "http://127.0.0.1:49152/callback",
  });
});

test.each([
  [
    { status: 302, headers: { location: "/sign-in" } },
    { kind: "redirect", error: undefined },
  ],
  [
    { status: 302, headers: { location: "http://127.0.0.1:49152/callback" } },
    { kind: "redirect", error: undefined },
  ],
  [{ status: 303 }, { kind: "redirect", error: undefined }],
  [{ status: 200 }, { kind: "page" }],
  [{ status: 400 }, { kind: "refusal" }],
])("parses the authorize page's response %j as %j", async (answer, expected) => {
  const { context } = contextOf({ answers: { "/oauth2/authorize": answer } });
  expect(await context.answers.authorize()).toEqual(expected);
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
