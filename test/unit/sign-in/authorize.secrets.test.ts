import { inspect } from "node:util";
import { afterEach, expect, it, vi } from "vitest";
import { Client } from "../../../src/client.ts";
import { LoggingSeverity } from "../../../src/log/logger.ts";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import { findSecret } from "../../setup/find-secret.ts";
import { comeBack } from "../../flow/fixtures/visit.js";

const scopes = "openid identify";
let emulator: Emulator;
afterEach(() => {
  vi.useRealTimers();
  return emulator.close();
});

/** Makes the sign-in time out right after the browser is opened. */
function runOut(): void {
  setImmediate(() => vi.advanceTimersByTime(30_000));
}

/** Returns everything that printing an error can show. */
function printed(error: unknown): string {
  const { message, stack, cause } = error as Error;
  return [
    message,
    stack,
    inspect(cause),
    inspect(error, { depth: 9, showHidden: true }),
    JSON.stringify(error),
  ].join();
}

it.each<[string, (url: string, client: Client) => unknown, string]>([
  ["the player declines", (url) => emulator.player().browser({ answer: "deny" })(url), "access_denied"],
  ["the sign-in is aborted", (_url, client) => client.AbortAuthorize(), "aborted"],
  ["the sign-in times out", runOut, "timeout"],
  [
    "the browser fails with the URL in its error",
    (url) => {
      runOut();
      return Promise.reject(new Error(`spawn ${url}`));
    },
    "timeout",
  ],
  ["the exchange fails", (url) => comeBack(url, "a-code-of-nobody"), "invalid_grant"],
  ["the sign-in succeeds", (url) => emulator.player().browser()(url), ""],
])(
  "#79 exposes no secret in log lines, errors or process arguments if %s",
  async (_name, openBrowser, code) => {
    emulator = await startEmulator();
    if (code === "timeout") vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { apiBase, webBase, application } = emulator;
    const texts: string[] = [];
    let authorizeUrl = "";
    const secrets: string[] = [];
    await using client = new Client({
      applicationId: application.id,
      apiBase,
      webBase,
      store: memoryTokenStore(),
      openBrowser: (url) => openBrowser(url, client) as Promise<void>,
      fetch: (url, init) => {
        secrets.push(...Object.values(secretsOf(new URLSearchParams(init.body as string))));
        return fetch(url, init);
      },
    });
    client.AddLogCallback((message) => texts.push(message), LoggingSeverity.Verbose);
    const state = "a-state-of-the-caller-0123456789";
    const signIn = client.signIn({
      scopes,
      state,
      timeoutMs: 30_000,
      onAuthorizeUrl: (url) => (authorizeUrl = url),
    });
    const error: unknown = await signIn.then(
      async (session) => {
        secrets.push(await session.accessToken());
        texts.push(inspect(session, { depth: 9, showHidden: true }), JSON.stringify(session));
        return undefined;
      },
      (reason: unknown) => reason,
    );
    if (code === "") expect(error).toBeUndefined();
    else expect(error).toMatchObject({ code });
    texts.push(error === undefined ? "" : printed(error), process.argv.join(), process.execArgv.join());
    secrets.push(state, authorizeUrl);
    expect(texts.length).toBeGreaterThan(3);
    for (const secret of secrets.filter((text) => text.length >= 8)) {
      expect(findSecret(texts.join("\n"), secret)).toEqual([]);
    }
  },
);

function secretsOf(body: URLSearchParams): Record<string, string> {
  const names = ["code", "code_verifier", "refresh_token", "token"];
  return Object.fromEntries(names.map((name) => [name, body.get(name) ?? ""]));
}
