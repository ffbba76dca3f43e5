import { describe, expect, it, vi } from "vitest";
import type { Attempt } from "../../../../src/sign-in/authorization-endpoint.ts";
import { desktopClientConsent } from "../../../../src/sign-in/desktop-client/ask.ts";
import { ClientError, type ErrorCode, ErrorType } from "../../../../src/core/errors.ts";
import {
  answering,
  type Answer,
  fakeDesktopClient,
  type FakeDesktopClient,
  real,
} from "../../../setup/fake-desktop-client.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { throwing } from "../../../setup/throwing.ts";

const attempt = {
  applicationId: "1234567890123456789",
  scopes: "openid identify",
  state: "the-state",
  codeChallenge: "the-challenge",
  nonce: "the-nonce",
  integrationType: 1,
} as Attempt;
const refusalOf = (error: string) =>
  new ClientError({ type: ErrorType.AuthorizationFailed, code: error as ErrorCode, message: error });

function ask({ path }: Pick<FakeDesktopClient, "path">, signal = new AbortController().signal) {
  const onPrompted = vi.fn();
  const refused = vi.fn(({ error }: { error: string }) => refusalOf(error));
  const clean = (text: string) => text.replaceAll("the-state", "***");
  const consent = desktopClientConsent({
    socketPaths: () => [path],
    peerUser: () => undefined,
    refused,
    clean,
  });
  return { onPrompted, refused, answer: consent.ask(attempt, { signal, onPrompted }) };
}

const granting = answering({ code: "the-code" });
const refusing = (message: string, code = 5000) => answering({ code, message }, "ERROR");

describe("desktopClientConsent", () => {
  it("sends the same request as the browser and returns only a code", async () => {
    const client = await fakeDesktopClient(real(granting));
    const { answer, onPrompted } = ask(client);
    expect(await answer).toEqual({ provider: "desktop-client", code: "the-code" });
    expect(client.sent.at(-1)?.payload).toEqual({
      cmd: "AUTHORIZE",
      nonce: expect.any(String) as unknown,
      args: {
        client_id: "1234567890123456789",
        scopes: ["openid", "identify"],
        state: "the-state",
        nonce: "the-nonce",
        integration_type: 1,
        code_challenge: "the-challenge",
        code_challenge_method: "S256",
      },
    });
    expect(onPrompted).toHaveBeenCalledOnce();
    await expect.poll(client.ended).toBe(1);
  });

  it("allows only one prompt at a time", async () => {
    const client = await fakeDesktopClient(real(() => undefined));
    const controller = new AbortController();
    const first = ask(client, controller.signal);
    await expect(ask(client).answer).rejects.toThrow("another sign-in in this program");
    controller.abort(new Error("no longer"));
    await expect(first.answer).rejects.toThrow("no longer");
    const other = await fakeDesktopClient(real(granting));
    expect(await ask(other).answer).toHaveProperty("code", "the-code");
  });

  it("can prompt again immediately after the previous prompt is aborted", async () => {
    const [silent, willing] = [
      await fakeDesktopClient(real(() => undefined)),
      await fakeDesktopClient(real(granting)),
    ];
    const controller = new AbortController();
    const first = ask(silent, controller.signal);
    controller.abort(new Error("no longer"));
    const second = ask(willing);
    await expect(ask(willing).answer).rejects.toThrow("another sign-in in this program");
    await expect(first.answer).rejects.toThrow("no longer");
    expect(await second.answer).toHaveProperty("code", "the-code");
  });

  it("closes the prompt when the sign-in is aborted", async () => {
    const client = await fakeDesktopClient(real(() => undefined));
    const controller = new AbortController();
    const { answer, onPrompted } = ask(client, controller.signal);
    await expect.poll(() => onPrompted).toHaveBeenCalled();
    controller.abort(new Error("no longer"));
    await expect(answer).rejects.toThrow("no longer");
    await expect.poll(client.ended).toBe(1);
  });
});

describe("refusals", () => {
  it.each([
    [
      "OAuth2 Error: access_denied: The resource owner denied the request",
      "access_denied",
      "The resource owner denied the request",
    ],
    ["access_denied", "access_denied", undefined],
    ["Something (access_denied) of a later version", "access_denied", undefined],
    [
      "OAuth2 Error: invalid_scope: The requested scope is invalid",
      "invalid_scope",
      "The requested scope is invalid",
    ],
    [
      'OAuth2 Error: invalid_request: Missing "redirect_uri" in request.',
      "invalid_request",
      'Missing "redirect_uri" in request.',
    ],
    ["Whatever else it is.", "server_error", "Whatever else it is."],
    ["", "server_error", ""],
  ])("rejects on error 5000 with the message %j", async (message, error, description) => {
    const { answer, refused } = ask(await fakeDesktopClient(real(refusing(message))));
    await expect(answer).rejects.toMatchObject({ code: error });
    expect(refused).toHaveBeenCalledWith({ error, description });
  });
});

describe("fallback", () => {
  it("returns `desktop_client_absent` if no client is running", async () => {
    const { answer, onPrompted } = ask({ path: `${temporaryFolder()}/discord-ipc-0` });
    await expect(answer).rejects.toMatchObject({ type: ErrorType.Disabled, code: "desktop_client_absent" });
    expect(onPrompted).not.toHaveBeenCalled();
  });

  it.each<[string, Answer, string]>([
    [
      "refuses the command",
      refusing("Invalid command: the-state", 4002),
      "it responded with the error 4002 (Invalid command: ***)",
    ],
    ["closes the connection early", (_sent, { socket }) => socket.destroy(), "it closed the connection"],
    [
      "sends invalid data",
      (_sent, { socket }) => void socket.write("x".repeat(8)),
      "it sent an invalid frame",
    ],
    ["responds without a code", answering({}), "it responded without a code"],
    ["sends an empty code", answering({ code: "" }), "it responded without a code"],
    ["sends a code that is not a string", answering({ code: 7 }), "it responded without a code"],
    ["sends a code with a line break", answering({ code: "a\nb" }), "it responded without a code"],
    ["sends a code that is too long", answering({ code: "c".repeat(2001) }), "it responded without a code"],
    ["sends an empty response", answering(null), "it responded without a code"],
  ])("returns `desktop_client_unable` if the client %s", async (_when, answer, problem) => {
    const client = await fakeDesktopClient(real(answer));
    await expect(ask(client).answer).rejects.toMatchObject({
      type: ErrorType.Disabled,
      code: "desktop_client_unable",
      message: `The desktop client could not show the prompt: ${client.path}: ${problem}.`,
      retryable: true,
    });
  });

  it("reports the path of a socket without a usable desktop client", async () => {
    const client = await fakeDesktopClient((_sent, { send }) => send(2, { code: 4000 }));
    const problem = `${client.path}: it does not recognize the application (4000)`;
    await expect(ask(client).answer).rejects.toThrow(problem);
  });

  it("throws internal errors instead of falling back", async () => {
    const client = await fakeDesktopClient(real(granting));
    const consent = desktopClientConsent({
      socketPaths: () => [client.path],
      peerUser: () => undefined,
      refused: () => refusalOf(""),
      clean: String,
    });
    const mistake = new TypeError("a mistake");
    const { signal } = new AbortController();
    await expect(consent.ask(attempt, { signal, onPrompted: throwing(mistake) })).rejects.toThrow(mistake);
  });
});
