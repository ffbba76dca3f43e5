import { expect, it, vi } from "vitest";
import { authorize, type AuthorizeContext } from "../../../src/sign-in/authorize.ts";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { readService } from "../../../src/client/options.ts";
import type { Redactor } from "../../../src/log/redactor.ts";
import { Secrets } from "../../../src/log/secrets.ts";
import { parseScheme } from "../../../src/sign-in/redirect/custom-scheme-name.ts";
import { prepareLoopback } from "../../../src/sign-in/redirect/loopback.ts";
import { visit } from "../../flow/fixtures/visit.js";

const reused = new ClientError({
  type: ErrorType.AuthorizationFailed,
  code: "start_link_reused",
  message: "The link was opened twice.",
});

it("discards the code and shows no success page if another person has used the link", async () => {
  const redactor = { add: () => undefined, remove: () => undefined, redact: (text: string) => text };
  const watch = vi.fn();
  const loopback = Object.assign(prepareLoopback(), {
    openStartLink: async () => ({
      url: "http://127.0.0.1:9/start/secret",
      secret: "secret",
      reused: AbortSignal.abort(reused),
      isOpened: () => true,
      watch,
      close: async () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    }),
  });
  const context: AuthorizeContext = {
    service: readService({ apiBase: "https://service.example/api", webBase: "https://service.example" }),
    openBrowser: () => undefined,
    loopback,
    secrets: new Secrets(() => redactor as unknown as Redactor),
    log: () => undefined,
    requestTimeoutMs: () => 1000,
    desktopClient: { socketPaths: () => [], peerUser: () => undefined },
  };
  const scheme = parseScheme({ applicationId: "1" });
  const authorization = {
    applicationId: "1",
    scopes: "openid",
    state: "the-right-state",
    nonce: undefined,
    codeChallenge: undefined,
    integrationType: undefined,
    scheme,
    namesScheme: false,
  };
  let printed: Promise<{ page: string }> | undefined;
  const onAuthorizeUrl = (url: string) => {
    const redirectUri = new URL(url).searchParams.get("redirect_uri");
    printed = visit(`${redirectUri}?code=c&state=the-right-state`);
  };
  const authorizing = authorize(context, authorization, {
    methods: ["loopback"],
    preflight: false,
    onAuthorizeUrl,
  });
  await expect(authorizing).rejects.toBe(reused);
  expect((await printed)?.page).toContain('class="failed"');
  await loopback.close();
});
