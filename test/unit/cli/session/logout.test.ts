import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { usePlayer } from "../../../setup/program/player-at-terminal.ts";
import { readObject } from "../../../setup/program/schema.ts";

const player = await usePlayer();

describe("slashpass logout", () => {
  it("ends the tokens and forgets them; where nobody is signed in, it says so", async () => {
    await player.run(["login"]);
    const { stdout: token } = await player.run(["token"]);
    expect(await player.run(["logout"])).toEqual({ code: 0, stdout: "Signed out.\n", stderr: "" });
    const headers = { authorization: `Bearer ${token.trim()}` };
    expect((await fetch(`${player.emulator.apiBase}/users/@me`, { headers })).status).toBe(401);
    const again = await player.run(["logout", "--json"]);
    expect([again.code, readObject(again.stdout).result]).toEqual([0, { signedOut: false }]);
  });

  it("forgets them also where the service cannot be told, and says that they live on", async () => {
    await player.run(["login"]);
    const online = player.emulator.faults.add({ answer: "unavailable", path: /revoke/ });
    const { code, stderr } = await player.run(["logout"]);
    online();
    expect([code, stderr.replaceAll("\n", " ")]).toEqual([
      1,
      expect.stringContaining("under the authorized applications"),
    ]);
    expect((await player.run(["whoami"])).stderr).toContain("Nobody is signed in");
  });

  it("says where they could not be forgotten", async () => {
    await player.run(["login"]);
    const failing = new ClientError({ type: ErrorType.Disabled, code: "keychain_denied", message: "No." });
    player.store = { ...player.store, delete: () => Promise.reject(failing) };
    const { code, stderr } = await player.run(["logout"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("The keychain denied access.")]);
  });
});
