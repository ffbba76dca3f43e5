import { afterEach, expect, it, vi } from "vitest";
import { TokenInUse } from "../../../src/client/token-in-use.ts";
import type { Session } from "../../../src/tokens/session.ts";

const permissions = "applications.commands.permissions.update";
let inUse: TokenInUse;
afterEach(() => inUse.drop());

function start(): TokenInUse {
  inUse = new TokenInUse(() => Promise.resolve(Date.now() + 3_600_000));
  return inUse;
}

function sessionWith(scopes: string) {
  const accessToken = vi.fn(() => Promise.resolve("of the session"));
  return { session: { scopes, accessToken } as unknown as Session, accessToken };
}

it("rejects with `not_signed_in` without a token", async () => {
  expect(start().isThere).toBe(false);
  await expect(inUse.token({ rejected: undefined, scope: permissions })).rejects.toMatchObject({
    type: 3,
    code: "not_signed_in",
  });
});

it.each(["", `identify ${permissions}`])(
  "refreshes the token of a session with the scopes %j",
  async (scopes) => {
    const { session, accessToken } = sessionWith(scopes);
    start().useSession(session);
    expect(await inUse.token({ rejected: "refused", scope: permissions })).toBe("of the session");
    expect(accessToken.mock.calls).toEqual([[{ rejected: "refused" }]]);
  },
);

it("does not use a session without the required scope", async () => {
  const { session, accessToken } = sessionWith("openid identify");
  start().useSession(session);
  await expect(inUse.token({ rejected: undefined, scope: permissions })).rejects.toMatchObject({
    type: 6,
    code: "missing_scope",
  });
  expect(accessToken).not.toHaveBeenCalled();
  expect(await inUse.token({ rejected: undefined, scope: "identify" })).toBe("of the session");
});

it("prefers a bare token to the session, and signs out both", async () => {
  const { session } = sessionWith("");
  start().useSession(session);
  inUse.useToken("bare");
  expect(await inUse.token({ rejected: undefined, scope: permissions })).toBe("bare");
  expect(inUse.take()).toEqual({ session, token: "bare" });
  expect(inUse.isThere).toBe(false);
});

it("signs out a bare token of a guest", () => {
  start().useToken("bare");
  expect(inUse.take()).toEqual({ session: undefined, token: "bare" });
  expect([inUse.isThere, inUse.take()]).toEqual([false, { session: undefined, token: undefined }]);
});

it("calls the callback once if the bare token has already expired", async () => {
  inUse = new TokenInUse(() => Promise.resolve(0));
  const ended = vi.fn();
  inUse.setExpirationCallback(ended);
  inUse.useToken("bare");
  await expect.poll(() => ended).toHaveBeenCalledOnce();
});
