import { expect, it, vi } from "vitest";
import { Client } from "../../../src/client.ts";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { Guest, identifyGuest } from "../../../src/electron/guest.ts";
import { AuthenticationExternalAuthType } from "../../../src/wire/external-auth.ts";

const externalAuthType = AuthenticationExternalAuthType.SteamSessionTicket;

it("requests a new guest token with a fresh credential if the old token expires or is rejected", async () => {
  let count = 0;
  const fetch = () =>
    Promise.resolve(
      Response.json({
        access_token: `token-${(count += 1)}`,
        token_type: "Bearer",
        expires_in: 3600,
        scope: "identify",
      }),
    );
  await using client = new Client({ applicationId: "1234567890123456789", fetch });
  const identities: string[] = [];
  const identify = identifyGuest(() => {
    identities.push(`ticket-${identities.length}`);
    return { externalAuthType, externalAuthToken: identities.at(-1) ?? "" };
  });
  const guest = new Guest(client, identify);
  expect(await Promise.all([guest.accessToken(), guest.accessToken()])).toEqual(["token-1", "token-1"]);
  expect(await guest.accessToken("token-1")).toBe("token-2");
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockReturnValue(now + 3_590_000);
  expect(await guest.accessToken()).toBe("token-3");
  clock.mockRestore();
  expect(identities).toHaveLength(3);
});

it("rethrows the game's own ClientError", async () => {
  const failure = new ClientError({
    type: ErrorType.Disabled,
    code: "my_game/no_steam",
    message: "Steam is not running.",
  });
  const identify = identifyGuest(() => {
    throw failure;
  });
  await expect(identify(undefined)).rejects.toBe(failure);
});

it("requests a new token for each call if the service does not return a lifetime", async () => {
  let count = 0;
  const fetch = () =>
    Promise.resolve(Response.json({ access_token: `token-${(count += 1)}`, token_type: "Bearer" }));
  await using client = new Client({ applicationId: "1234567890123456789", fetch });
  const guest = new Guest(client, async () => ({ externalAuthType, externalAuthToken: "a-ticket" }));
  expect([await guest.accessToken(), await guest.accessToken()]).toEqual(["token-1", "token-2"]);
});
