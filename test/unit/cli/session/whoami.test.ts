import { describe, expect, it } from "vitest";
import { absentKeychain, usePlayer } from "../../../setup/program/player-at-terminal.ts";
import { readObject } from "../../../setup/program/schema.ts";

const player = await usePlayer();

describe("slashpass whoami", () => {
  it("shows the player, application, scopes and expiry", async () => {
    await player.run(["login"]);
    const { code, stdout } = await player.run(["whoami"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Player +Ada \(\d+\)\nApplication +\d+\nScopes +identify\nToken +until \S+ \S+ UTC, in 7/,
    );
    expect(readObject((await player.run(["whoami", "--json"])).stdout).result).toMatchObject({
      player: { name: "Ada" },
      account: null,
      scopes: ["identify"],
    });
  });

  it("distinguishes players by account", async () => {
    await player.run(["login", "--account", "tester"]);
    expect((await player.run(["whoami", "--account", "tester"])).stdout).toMatch(/^Account +tester$/m);
    const { code, stdout } = await player.run(["whoami", "--json", "--account", "other"]);
    expect([code, readObject(stdout).error]).toEqual([
      1,
      {
        code: "not_signed_in",
        message: expect.stringContaining("as 'other' on this machine"),
        hint: "Run 'slashpass login --account other'.",
      },
    ]);
  });

  it("reports an unknown player if the scopes do not include identify", async () => {
    await player.run(["login", "--scope", "openid"]);
    expect((await player.run(["whoami"])).stdout).toMatch(/^Player +not known: the scope identify/);
  });

  it("suggests `login` if there is no session, or if it has ended", async () => {
    expect((await player.run(["whoami"])).stderr).toMatch(
      /Nobody is signed in [^]*Run 'slashpass login'\.\n$/,
    );
    await player.run(["login"]);
    player.emulator.player("Ada").deauthorize();
    const { code, stderr } = await player.run(["whoami"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("The player is signed out")]);
  });

  it("fails if the service is down, or without a keychain", async () => {
    await player.run(["login"]);
    using _down = { [Symbol.dispose]: player.emulator.faults.add({ answer: "unavailable", path: /users/ }) };
    expect((await player.run(["whoami"])).code).toBe(1);
    player.store = absentKeychain();
    expect((await player.run(["whoami"])).stderr).toContain("This machine has no keychain");
  });
});
