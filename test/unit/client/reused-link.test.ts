import { expect, it, vi } from "vitest";
import { revokeWhenReused } from "../../../src/client/token-in-use.ts";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";

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

it("keeps tokens if the link was opened once, or if there is no link", async () => {
  const given = tokens();
  await revokeWhenReused(undefined, given);
  await revokeWhenReused(new AbortController().signal, given);
  expect(given.revoke).not.toHaveBeenCalled();
});

it("revokes tokens before it rejects if the link was opened twice", async () => {
  const given = tokens();
  await expect(revokeWhenReused(AbortSignal.abort(reason), given)).rejects.toBe(reason);
  expect(given.revoke).toHaveBeenCalledOnce();
});

it("revokes tokens later if the link is opened again", async () => {
  const [given, link] = [tokens(), new AbortController()];
  await revokeWhenReused(link.signal, given);
  link.abort(reason);
  expect(given.revoke).toHaveBeenCalledOnce();
  expect(given.lines).toEqual(["the tokens are revoked: Opened twice."]);
});

it.each([
  [new ClientError({ type: ErrorType.NetworkError, code: "network_error", message: "Offline." }), "Offline."],
  [new Error("a secret"), "unknown"],
])("logs why revocation failed, and rejects with the original reason", async (failure, said) => {
  const given = tokens(failure);
  await expect(revokeWhenReused(AbortSignal.abort(reason), given)).rejects.toBe(reason);
  expect(given.lines.at(-1)).toBe(`they could not be revoked: ${said}`);
});
