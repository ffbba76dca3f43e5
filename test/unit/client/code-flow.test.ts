import { expect, it, vi } from "vitest";
import { AttemptMemory, checkBelongs, checkExchange, revokeIfReused } from "../../../src/client/code-flow.ts";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";

const attempt = { scopes: "openid identify", nonce: "a nonce", redirectUri: "http://127.0.0.1:1/callback" };

it("keeps sixteen attempts and discards older ones", () => {
  const memory = new AttemptMemory();
  for (let index = 0; index <= 16; index += 1) memory.remember(`code ${index}`, attempt);
  expect(memory.find("code 0")).toBeUndefined();
  expect(memory.find("code 1")).toEqual(attempt);
});

const good = ["1234567890123456789", "c0de", "v".repeat(43), "http://127.0.0.1:1/callback"] as const;

it.each<[number, unknown, string]>([
  [0, 7, "invalid_id"],
  [1, undefined, "missing_code"],
  [1, "", "missing_code"],
  [2, "short", "invalid_code_verifier"],
  [2, 7, "invalid_code_verifier"],
  [3, "callback", "invalid_redirect_uri"],
  [3, null, "invalid_redirect_uri"],
])("with argument %i set to %j, throws %s", (position, value, code) => {
  const [applicationId, given, verifier, redirectUri] = good.with(position, value as string);
  expect(() => checkExchange(applicationId, given, verifier, redirectUri)).toThrow(
    expect.objectContaining({ type: 6, code }),
  );
});

it.each([
  ["accepts a code from the browser with its redirect URI", good[3], good[3], undefined],
  ["accepts a code from the desktop client without a redirect URI", undefined, undefined, undefined],
  ["rejects a code from the browser without a redirect URI", undefined, good[3], /^redirectUri is missing/],
  [
    "rejects a code from the desktop client with a redirect URI",
    good[3],
    undefined,
    /^redirectUri must be undefined/,
  ],
])("%s", (_what, redirectUri, attempted, refusal) => {
  const [applicationId, code, codeVerifier] = good;
  const exchange = checkExchange(applicationId, code, codeVerifier, redirectUri);
  const check = () => checkBelongs(exchange, { scopes: "openid", nonce: undefined, redirectUri: attempted });
  if (refusal) {
    expect(check).toThrow(
      expect.objectContaining({
        code: "invalid_redirect_uri",
        message: expect.stringMatching(refusal) as unknown,
      }),
    );
  } else expect(check).not.toThrow();
  expect(() => checkBelongs(exchange, undefined)).not.toThrow();
});

const reason = new ClientError({
  type: ErrorType.AuthorizationFailed,
  code: "start_link_reused",
  message: "Opened twice.",
});

function tokens(failure?: unknown) {
  const lines: string[] = [];
  const revoke = vi.fn(() => (failure === undefined ? Promise.resolve() : Promise.reject(failure as Error)));
  return { revoke, lines, log: (_severity: unknown, _part: string, text: string) => void lines.push(text) };
}

it("keeps tokens if the link was opened only once or there is no link", async () => {
  const given = tokens();
  await revokeIfReused(undefined, given);
  await revokeIfReused(new AbortController().signal, given);
  expect(given.revoke).not.toHaveBeenCalled();
});

it("revokes the tokens and rejects if the link was opened twice", async () => {
  const given = tokens();
  await expect(revokeIfReused(AbortSignal.abort(reason), given)).rejects.toBe(reason);
  expect(given.revoke).toHaveBeenCalledOnce();
});

it("revokes the tokens if the link is opened again later", async () => {
  const [given, link] = [tokens(), new AbortController()];
  await revokeIfReused(link.signal, given);
  link.abort(reason);
  expect(given.revoke).toHaveBeenCalledOnce();
  expect(given.lines).toEqual(["revoking the tokens: Opened twice."]);
});

it.each([
  [new ClientError({ type: ErrorType.NetworkError, code: "network_error", message: "Offline." }), "Offline."],
  [new Error("a secret"), "unknown"],
])("logs why revocation failed and rejects with the original reason", async (failure, expected) => {
  const given = tokens(failure);
  await expect(revokeIfReused(AbortSignal.abort(reason), given)).rejects.toBe(reason);
  expect(given.lines.at(-1)).toBe(`the tokens could not be revoked: ${expected}`);
});
