import { expect, it, vi } from "vitest";
import { askForConsent } from "../../../src/sign-in/authorize.ts";
import type { Attempt } from "../../../src/sign-in/authorization-endpoint.ts";
import type { ConsentMethod, Granted } from "../../../src/sign-in/consent.ts";
import type { ConsentProvider } from "../../../src/sign-in/options.ts";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";

const attempt = { applicationId: "1", scopes: "openid", state: "state", codeChallenge: "c" } as Attempt;
const absent = new ClientError({
  type: ErrorType.Disabled,
  code: "desktop_client_absent",
  message: "Nobody.",
});
const granted: Granted = { provider: "browser", code: "c", redirectUri: "http://127.0.0.1/callback" };

function method(provider: ConsentProvider, answer: Granted | ClientError, isPrompted = true): ConsentMethod {
  return {
    provider,
    ask: vi.fn<ConsentMethod["ask"]>((_attempt, { onPrompted }) => {
      if (isPrompted) onPrompted();
      return answer instanceof ClientError ? Promise.reject(answer) : Promise.resolve(answer);
    }),
  };
}

function ask(methods: readonly ConsentMethod[], signal = new AbortController().signal) {
  const lines: string[] = [];
  const onConsent = vi.fn();
  const log = (_severity: number, component: string, text: string) =>
    void lines.push(`${component}: ${text}`);
  return { lines, onConsent, answer: askForConsent(methods, attempt, { signal, log, onConsent }) };
}

it("prompts the player only with the first available method", async () => {
  const [first, second] = [
    method("desktop-client", { provider: "desktop-client", code: "c" }),
    method("browser", granted),
  ];
  const { signal } = new AbortController();
  const { answer, lines, onConsent } = ask([first, second], signal);
  expect(await answer).toEqual({ provider: "desktop-client", code: "c" });
  expect(first.ask).toHaveBeenCalledWith(attempt, { signal, onPrompted: expect.any(Function) as unknown });
  expect(second.ask).not.toHaveBeenCalled();
  expect(onConsent.mock.calls).toEqual([[{ consent: "desktop-client" }]]);
  expect(lines).toEqual(["consent: prompting the player in the desktop client"]);
});

it("uses the next method and reports the reason if the first one is unavailable", async () => {
  const { answer, lines, onConsent } = ask([
    method("desktop-client", absent, false),
    method("browser", granted),
  ]);
  expect(await answer).toBe(granted);
  expect(onConsent.mock.calls).toEqual([[{ consent: "browser", fallbackReason: absent }]]);
  expect(lines).toEqual([
    "consent: not prompting in the desktop client: Nobody.",
    "consent: prompting the player in the browser",
  ]);
});

it("reports the fallback if a method fails after prompting the player", async () => {
  const { answer, onConsent } = ask([method("desktop-client", absent), method("browser", granted)]);
  await answer;
  expect(onConsent.mock.calls).toEqual([
    [{ consent: "desktop-client" }],
    [{ consent: "browser", fallbackReason: absent }],
  ]);
});

it("rejects with the last method's reason if all methods are unavailable", async () => {
  await expect(ask([method("desktop-client", absent)]).answer).rejects.toBe(absent);
});

it("keeps the first method's reason if the browser is unavailable too", async () => {
  const unavailable = new ClientError({
    type: ErrorType.Disabled,
    code: "port_unavailable",
    message: "The port is in use.",
    hint: "Choose another one.",
  });
  const browser = method("browser", unavailable, false);
  const { answer } = ask([method("desktop-client", absent, false), browser]);
  await expect(answer).rejects.toMatchObject({
    code: "port_unavailable",
    message: "The port is in use. Before that: Nobody.",
    hint: "Choose another one.",
  });
});

it("does not fall back after an error", async () => {
  const no = new ClientError({ type: ErrorType.Aborted, code: "access_denied", message: "No." });
  const browser = method("browser", granted);
  await expect(ask([method("desktop-client", no), browser]).answer).rejects.toBe(no);
  expect(browser.ask).not.toHaveBeenCalled();
});

it("does not fall back after it is aborted, whatever the reason", async () => {
  const browser = method("browser", granted);
  const { answer } = ask([method("desktop-client", absent), browser], AbortSignal.abort(absent));
  await expect(answer).rejects.toBe(absent);
  expect(browser.ask).not.toHaveBeenCalled();
});
