import { describe, expect, test } from "vitest";
import {
  checkPublicClient,
  checkRedirectUri,
  checkScopes,
} from "../../../../src/client/diagnose/check-application.ts";
import { botToken, contextOf } from "../../../setup/diagnosed.ts";

const id = "123456789012345678";
const unreachable = new Error("fetch failed");
const back = (error: string) => ({
  status: 302,
  headers: { location: `http://127.0.0.1:49152/callback?error=${error}` },
});
const application = (more: object) => ({ body: { id, flags: 0, redirect_uris: [], ...more } });

describe("checkRedirectUri", () => {
  test.each([
    [back("login_required"), "ok"],
    [back("invalid_scope"), "ok"],
    [{ status: 200 }, "not-checked"],
    [{ status: 400 }, "failure"],
    [unreachable, "not-checked"],
  ])("maps the authorize page's response %j to %s", async (answer, verdict) => {
    const { context } = contextOf({ answers: { "/oauth2/authorize": answer } });
    const result = await checkRedirectUri(context);
    expect(result).toMatchObject({ verdict });
    if (verdict === "failure") expect(result.advice).toContain("http://127.0.0.1/callback");
  });

  test.each([
    [application({ redirect_uris: ["http://127.0.0.1/callback"] }), "ok"],
    [application({ redirect_uris: ["http://localhost/callback"] }), "failure"],
    [unreachable, "not-checked"],
  ])("maps the application %j to %s if there is a bot token", async (answer, verdict) => {
    const { context, requests } = contextOf({
      options: { botToken },
      answers: { "/api/applications/@me": answer },
    });
    expect(await checkRedirectUri(context)).toMatchObject({ verdict });
    expect(requests).toHaveLength(1);
  });

  test("rejects an invalid bot token", async () => {
    const { context } = contextOf({
      options: { botToken },
      answers: { "/api/applications/@me": { status: 401 } },
    });
    await expect(checkRedirectUri(context)).rejects.toMatchObject({ code: "bot_token_refused" });
  });
});

describe("checkPublicClient", () => {
  test.each([
    [{ status: 400, body: { error: "invalid_grant" } }, "ok"],
    [{ status: 401, body: { error: "invalid_client" } }, "failure"],
    [{ status: 400, body: { error: "unauthorized_client" } }, "failure"],
    [{ status: 400, body: { error: "invalid_request" } }, "not-checked"],
    [{ status: 502 }, "not-checked"],
    [unreachable, "not-checked"],
  ])("maps the token endpoint's response %j to %s", async (answer, verdict) => {
    const { context } = contextOf({ answers: { "/api/oauth2/token": answer } });
    expect(await checkPublicClient(context)).toMatchObject({ verdict });
  });

  test.each([
    [256, "ok"],
    [2 ** 17, "failure"],
  ])("maps the application flags %i to %s if there is a bot token", async (flags, verdict) => {
    const { context } = contextOf({
      options: { botToken },
      answers: { "/api/applications/@me": application({ flags }) },
    });
    expect(await checkPublicClient(context)).toMatchObject({ verdict });
  });
});

test.each([
  [back("login_required"), "ok"],
  [{ status: 302, headers: { location: "/sign-in" } }, "ok"],
  [back("invalid_scope"), "failure"],
  [back("server_error"), "not-checked"],
  [{ status: 200 }, "not-checked"],
  [{ status: 400 }, "not-checked"],
  [unreachable, "not-checked"],
])("in checkScopes, maps the authorize page's response %j to %s", async (answer, verdict) => {
  const { context } = contextOf({ answers: { "/oauth2/authorize": answer } });
  expect(await checkScopes(context)).toMatchObject({ verdict });
});
