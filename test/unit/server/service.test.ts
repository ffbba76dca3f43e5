import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { readPlayerTokensOptions } from "../../../src/server/options.ts";
import { TokenService } from "../../../src/server/service.ts";
import { memoryPlayerStore } from "../../../src/server/memory-player-store.ts";
import { findSecret } from "../../setup/find-secret.ts";
import { TokenServiceInMemory } from "../../setup/token-service.ts";

const clientSecret = "secret+with/odd&characters=";

function start(): { memory: TokenServiceInMemory; service: TokenService } {
  const memory = new TokenServiceInMemory();
  const given = { applicationId: "9", clientSecret, store: memoryPlayerStore(), fetch: memory.fetch };
  return { memory, service: new TokenService(readPlayerTokensOptions(given, "options")) };
}

describe("What is asked of the service", () => {
  it("carries the client secret as OAuth writes it (RFC 6749 §2.3.1)", async () => {
    const { memory, service } = start();
    await service.revoke("token", undefined);
    const [{ authorization = "" } = {}] = memory.requests;
    expect(atob(authorization.replace("Basic ", ""))).toBe(`9:${encodeURIComponent(clientSecret)}`);
  });

  it("is a refresh with the refresh token, whose answer is given as it is", async () => {
    const { service } = start();
    const { refreshToken = "" } = await service.exchange(
      { code: "5", codeVerifier: "v", redirectUri: undefined, external: undefined },
      undefined,
    );
    expect(await service.refresh(refreshToken)).toMatchObject({
      accessToken: "access-0-2",
      refreshToken: "refresh-0-2",
    });
  });

  it("fails without showing a token or secret that the service quotes", async () => {
    const { memory, service } = start();
    const quoting = () =>
      Response.json(
        { error: "invalid_request", error_description: `the-token ${clientSecret}` },
        { status: 400 },
      );
    memory.next.push(quoting, quoting);
    const errors = await Promise.all(
      [service.refresh("the-token"), service.revoke("the-token", undefined)].map((asked) =>
        asked.catch((error: unknown) => error),
      ),
    );
    const shown = inspect(errors, { depth: 9, showHidden: true });
    expect(shown).toContain("invalid_request");
    for (const secret of ["the-token", clientSecret]) expect(findSecret(shown, secret)).toEqual([]);
  });

  it("has a player's id when the ID token says one, and asks with the token when it says something else", async () => {
    const { memory, service } = start();
    const grant = await service.exchange(
      { code: "5", codeVerifier: "v", redirectUri: undefined, external: undefined },
      undefined,
    );
    expect(await service.playerOf(grant, undefined)).toBe("5");
    expect(await service.playerOf({ ...grant, idToken: "no.token.here" }, undefined)).toBe("5");
    expect(memory.requests.at(-1)).toMatchObject({ path: "/users/@me", authorization: "Bearer access-0-1" });
  });
});
