import { describe, expect, it } from "vitest";
import { preflight } from "../../../src/sign-in/preflight.ts";
import { scriptedFetch, type FetchAnswer } from "../../setup/scripted-fetch.ts";

const redirectUri = "http://127.0.0.1:49152/callback";
const fields = {
  applicationId: "1234567890123456789",
  scopes: "openid",
  redirectUri,
  integrationType: undefined,
};
const clean = (text: string) => text.replaceAll("secret", "[redacted]");

function check(answer: FetchAnswer, scopes = fields.scopes) {
  const { fetch, requests } = scriptedFetch(() => answer);
  const service = { authorizationEndpoint: "https://service.example/oauth2/authorize" };
  const checking = preflight(
    { service, fields: { ...fields, scopes }, sending: { timeoutMs: 1000, signal: undefined, fetch } },
    clean,
  );
  return { checking, requests };
}

const movedTo = (location: string): FetchAnswer => ({ status: 302, headers: { location }, body: "" });

it("requests the authorize page without a player and without secrets of the sign-in", async () => {
  const { checking, requests } = check({ status: 200, body: "<!doctype html>" });
  await checking;
  const asked = new URL(requests[0]?.path ?? "");
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    client_id: fields.applicationId,
    redirect_uri: redirectUri,
    prompt: "none",
    code_challenge_method: "S256",
  });
});

describe("requests that only lack a player", () => {
  it.each<[string, FetchAnswer]>([
    ["sent back: login_required", movedTo(`${redirectUri}?error=login_required`)],
    ["sent back: consent_required", movedTo(`${redirectUri}?error=consent_required`)],
    ["sent back with a code", movedTo(`${redirectUri}?code=c`)],
    ["sent to a page that signs in", movedTo("/login")],
    ["sent nowhere", { status: 302, body: "" }],
    ["a page that decides in the browser", { status: 200, body: "<!doctype html>" }],
    ["a service that is not well", { status: 503, body: "" }],
  ])("accepts: %s", async (_how, answer) => {
    await expect(check(answer).checking).resolves.toBeUndefined();
  });
});

describe("requests that no player can fix", () => {
  const refuses = `The authorize page refuses the application ${fields.applicationId} with the redirect URI ${redirectUri}`;

  it.each<[string, FetchAnswer, object]>([
    [
      "sent back with the reason",
      movedTo(`${redirectUri}?error=invalid_scope&error_description=No+such+secret.`),
      { type: 8, code: "invalid_scope", message: expect.stringContaining("No such [redacted]") as unknown },
    ],
    [
      "sent back without one",
      movedTo(`${redirectUri}?error=unauthorized_client`),
      { type: 8, code: "unauthorized_client" },
    ],
    [
      "not sent back: error and description",
      { status: 400, body: { error: "invalid_redirect_uri", error_description: "It is not registered." } },
      { type: 8, code: "page_refused", message: `${refuses}: invalid_redirect_uri: It is not registered.` },
    ],
    [
      "not sent back: an error alone, with a secret",
      { status: 400, body: { error: "secret" } },
      { code: "page_refused", message: `${refuses}: [redacted].` },
    ],
    [
      "not sent back: a page that says nothing to programs",
      { status: 400, body: "<!doctype html>" },
      { code: "page_refused", message: `${refuses}.` },
    ],
  ])("rejects: %s", async (_how, answer, error) => {
    await expect(check(answer).checking).rejects.toMatchObject(error);
  });
});

it("suggests a known scope if the page rejects a misspelled one", async () => {
  const { checking } = check({ status: 400, body: { error: "invalid_scope" } }, "openid identfy");
  await expect(checking).rejects.toMatchObject({
    code: "page_refused",
    hint: expect.stringContaining("did you mean identify?") as string,
  });
});
