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

it("Tokens of a link that was opened once, or of none, stay", async () => {
  const given = tokens();
  await revokeWhenReused(undefined, given);
  await revokeWhenReused(new AbortController().signal, given);
  expect(given.revoke).not.toHaveBeenCalled();
});

it("Tokens of a link that was opened twice are revoked before the caller hears of it", async () => {
  const given = tokens();
  await expect(revokeWhenReused(AbortSignal.abort(reason), given)).rejects.toBe(reason);
  expect(given.revoke).toHaveBeenCalledOnce();
});

it("Tokens of a link that is opened again later are revoked then", async () => {
  const [given, link] = [tokens(), new AbortController()];
  await revokeWhenReused(link.signal, given);
  link.abort(reason);
  expect(given.revoke).toHaveBeenCalledOnce();
  expect(given.lines).toEqual(["the tokens are revoked: Opened twice."]);
});

it.each([
  [new ClientError({ type: ErrorType.NetworkError, code: "network_error", message: "Offline." }), "Offline."],
  [new Error("a secret"), "unknown"],
])("Why they could not be revoked is in the log, and the reason stays the same", async (failure, said) => {
  const given = tokens(failure);
  await expect(revokeWhenReused(AbortSignal.abort(reason), given)).rejects.toBe(reason);
  expect(given.lines.at(-1)).toBe(`they could not be revoked: ${said}`);
});
