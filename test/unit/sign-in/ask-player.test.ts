import { expect, it, vi } from "vitest";
import { askPlayer } from "../../../src/sign-in/authorize.ts";
import type {
  ConsentPlace,
  ConsentRequest,
  ConsentWay,
  Granted,
  Unable,
} from "../../../src/sign-in/consent.ts";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";

const request: ConsentRequest = {
  applicationId: "1",
  scopes: "openid",
  state: "state",
  codeChallenge: "challenge",
  nonce: undefined,
  integrationType: undefined,
};
const { signal } = new AbortController();
const absent = new ClientError({
  type: ErrorType.Disabled,
  code: "desktop_client_absent",
  message: "Nobody.",
});
const granted: Granted = { place: "browser", code: "c", redirectUri: "http://127.0.0.1/callback" };

function way(place: ConsentPlace, answer: Granted | Unable, isShown = true): ConsentWay {
  return {
    place,
    ask: vi.fn<ConsentWay["ask"]>((_request, { onAsked }) => {
      if (isShown) onAsked();
      return Promise.resolve(answer);
    }),
  };
}

function ask(ways: readonly [ConsentWay, ...ConsentWay[]]) {
  const lines: string[] = [];
  const onConsent = vi.fn();
  const log = (_severity: number, component: string, text: string) =>
    void lines.push(`${component}: ${text}`);
  return { lines, onConsent, answer: askPlayer(ways, request, { signal, log, onConsent }) };
}

it("asks only in the first available place", async () => {
  const [first, second] = [
    way("desktop-client", { place: "desktop-client", code: "c" }),
    way("browser", granted),
  ];
  const { answer, lines, onConsent } = ask([first, second]);
  expect(await answer).toEqual({ place: "desktop-client", code: "c" });
  expect(first.ask).toHaveBeenCalledWith(request, { signal, onAsked: expect.any(Function) as unknown });
  expect(second.ask).not.toHaveBeenCalled();
  expect(onConsent.mock.calls).toEqual([[{ consent: "desktop-client" }]]);
  expect(lines).toEqual(["consent: the player is asked in the desktop client"]);
});

it("asks in the next place if the first is unavailable, and reports the reason", async () => {
  const { answer, lines, onConsent } = ask([
    way("desktop-client", { unable: absent }, false),
    way("browser", granted),
  ]);
  expect(await answer).toBe(granted);
  expect(onConsent.mock.calls).toEqual([[{ consent: "browser", instead: absent }]]);
  expect(lines).toEqual([
    "consent: not asked in the desktop client: Nobody.",
    "consent: the player is asked in the browser",
  ]);
});

it("reports the fallback if a place fails after it asked the player", async () => {
  const { answer, onConsent } = ask([way("desktop-client", { unable: absent }), way("browser", granted)]);
  await answer;
  expect(onConsent.mock.calls).toEqual([
    [{ consent: "desktop-client" }],
    [{ consent: "browser", instead: absent }],
  ]);
});

it("rejects with the reason of the last place if all are unavailable", async () => {
  await expect(ask([way("desktop-client", { unable: absent })]).answer).rejects.toBe(absent);
});

it("keeps the reason of the first place if the browser is unavailable too", async () => {
  const unavailable = new ClientError({
    type: ErrorType.Disabled,
    code: "port_unavailable",
    message: "The port is in use.",
    hint: "Choose another one.",
  });
  const browser = { ...way("browser", granted), ask: () => Promise.reject(unavailable) };
  const { answer } = ask([way("desktop-client", { unable: absent }, false), browser]);
  await expect(answer).rejects.toMatchObject({
    code: "port_unavailable",
    message: "The port is in use. Before that: Nobody.",
    hint: "Choose another one.",
  });
});

it("does not fall back after an error", async () => {
  const no = new ClientError({ type: ErrorType.Aborted, code: "access_denied", message: "No." });
  const browser = way("browser", granted);
  const refusing: ConsentWay = { place: "desktop-client", ask: () => Promise.reject(no) };
  await expect(ask([refusing, browser]).answer).rejects.toBe(no);
  expect(browser.ask).not.toHaveBeenCalled();
});

it("works without an onConsent callback", async () => {
  const log = () => undefined;
  expect(await askPlayer([way("browser", granted)], request, { signal, log })).toBe(granted);
});
