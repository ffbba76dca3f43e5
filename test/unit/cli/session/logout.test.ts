import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { startGatedService } from "../../../setup/program/gated-service.ts";
import { oneLine } from "../../../setup/program/one-line.ts";
import { usePlayer, variablesFor } from "../../../setup/program/player-at-terminal.ts";
import { readObject } from "../../../setup/program/schema.ts";

const player = await usePlayer();

describe("slashpass logout", () => {
  it("revokes and deletes the tokens, and reports if there is no session", async () => {
    await player.run(["login"]);
    const { stdout: token } = await player.run(["token"]);
    expect(await player.run(["logout"])).toEqual({ code: 0, stdout: "Signed out.\n", stderr: "" });
    const headers = { authorization: `Bearer ${token.trim()}` };
    expect((await fetch(`${player.emulator.apiBase}/users/@me`, { headers })).status).toBe(401);
    const again = await player.run(["logout", "--json"]);
    expect([again.code, readObject(again.stdout).result]).toEqual([0, { signedOut: false }]);
  });

  it("deletes the tokens if revocation fails, and warns that they remain valid", async () => {
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

  it("deletes the tokens at Ctrl-C, and warns that they may remain valid", async () => {
    await player.run(["login"]);
    await using service = await startGatedService(player.emulator.apiBase);
    const end = new AbortController();
    service.hold().once("held", () => end.abort());
    const env = { ...variablesFor(player.emulator), SLASHPASS_API_BASE: service.apiBase };
    const { code, stderr } = await player.run(["logout"], { env, signal: end.signal });
    expect([code, oneLine(stderr)]).toEqual([
      130,
      expect.stringMatching(/Interrupted\. The service has not answered, and may still accept the tokens\./),
    ]);
    await expect.poll(async () => (await player.run(["whoami"])).stderr).toContain("Nobody is signed in");
  });

  it("reports that the tokens cannot be deleted", async () => {
    await player.run(["login"]);
    const failing = new ClientError({ type: ErrorType.Disabled, code: "keychain_denied", message: "No." });
    player.store = { ...player.store, delete: () => Promise.reject(failing) };
    const { code, stderr } = await player.run(["logout"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("The keychain denied access.")]);
  });
});
