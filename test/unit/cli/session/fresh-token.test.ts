import { expect, it } from "vitest";
import { freshToken } from "../../../../src/cli/session/open-client.ts";
import { absentKeychain, usePlayer, variablesFor } from "../../../setup/program/player-at-terminal.ts";

const player = await usePlayer();

const callOf = (store = player.store) => ({
  options: { config: undefined, environment: undefined, account: undefined },
  env: variablesFor(player.emulator),
  cwd: "/",
  own: { store },
  signal: new AbortController().signal,
});

it("returns the token of the stored session, with its scopes and expiry", async () => {
  await player.run(["login", "--scope", "identify", "openid"]);
  expect(await freshToken(callOf())).toEqual({
    accessToken: expect.stringMatching(/^\S{20,}$/),
    scopes: expect.arrayContaining(["identify", "openid"]),
    expiresAt: expect.stringMatching(/^\d{4}-/),
  });
});

it("has no expiry if the service sent none", async () => {
  await player.run(["login"]);
  const { store } = player;
  const endless = async (account: string) => (await store.get(account))?.replace(/"e":\d+,/, "");
  const token = await freshToken(callOf({ ...store, get: endless }));
  expect([token.scopes, token.expiresAt]).toEqual([["identify"], null]);
});

it("rejects without a session or a keychain, with a message for the command line", async () => {
  await expect(freshToken(callOf())).rejects.toMatchObject({ code: "not_signed_in" });
  await expect(freshToken(callOf(absentKeychain()))).rejects.toMatchObject({
    code: "keychain_absent",
    message: expect.stringContaining("has no keychain"),
  });
});
