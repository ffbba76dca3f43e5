import { afterEach, expect, it, vi } from "vitest";
import type { ConsentRequest } from "../../../src/sign-in/consent.ts";
import { type BrowserContext, browserConsent } from "../../../src/sign-in/browser-consent.ts";
import { startDeadline } from "../../../src/core/request/deadline.ts";
import type { Redactor } from "../../../src/log/redactor.ts";
import { Secrets } from "../../../src/log/secrets.ts";
import { parseScheme } from "../../../src/sign-in/redirect/custom-scheme-name.ts";
import { prepareLoopback } from "../../../src/sign-in/redirect/loopback.ts";
import { describeService } from "../../../src/client/options.ts";
import { deliver, visit } from "../../flow/fixtures/visit.js";

const request: ConsentRequest = {
  applicationId: "1",
  scopes: "openid",
  state: "the-right-state",
  codeChallenge: "challenge",
  nonce: undefined,
  integrationType: undefined,
};
const authorization = {
  ...request,
  state: undefined,
  codeChallenge: undefined,
  integrationType: undefined,
  scheme: parseScheme({ applicationId: "1" }),
  namesScheme: false,
};
const redactor = { add: () => undefined, remove: () => undefined, redact: (text: string) => text };
const deadline = startDeadline("The test", undefined, []);
const { signal } = deadline;

afterEach(() => void vi.restoreAllMocks());

function asking() {
  let url = "";
  const options = { preflight: false, onAuthorizeUrl: (given: string) => void (url = given) };
  const order: string[] = [];
  const context: BrowserContext = {
    service: describeService("https://service.example/api", "https://service.example"),
    openBrowser: () => void order.push("browser"),
    loopback: prepareLoopback(),
    canShowBrowser: () => true,
    secrets: new Secrets(() => redactor as unknown as Redactor),
    log: () => undefined,
    requestTimeoutMs: () => 1000,
  };
  const expected = {
    state: request.state,
    scopes: "openid",
    issuer: "https://service.example",
    clean: String,
  };
  const way = browserConsent(context, { authorization, options, deadline, expected, trouble: {} });
  const answer = way.ask(request, { signal, onAsked: () => void order.push("asked") });
  const shown = async () => {
    await expect.poll(() => url).not.toBe("");
    return url;
  };
  return { answer, order, shown };
}

it("sends the request's own state and challenge, and returns code and redirect URI", async () => {
  const { answer, order, shown } = asking();
  const { searchParams } = new URL(await shown());
  expect(searchParams.get("state")).toBe("the-right-state");
  expect(searchParams.get("code_challenge")).toBe("challenge");
  const redirectUri = searchParams.get("redirect_uri") ?? "";
  await deliver(`${redirectUri}?code=c&state=the-right-state`);
  expect(await answer).toEqual({
    place: "browser",
    code: "c",
    redirectUri,
    reused: expect.any(AbortSignal),
    tell: expect.any(Function),
  });
  expect(order).toEqual(["asked", "browser"]);
});

it("rejects if the player declines", async () => {
  const { answer, shown } = asking();
  answer.catch(() => undefined);
  const redirectUri = new URL(await shown()).searchParams.get("redirect_uri") ?? "";
  await visit(`${redirectUri}?error=access_denied&state=the-right-state`);
  await expect(answer).rejects.toMatchObject({ code: "access_denied" });
});
