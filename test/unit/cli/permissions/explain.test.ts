import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { oneLine } from "../../../setup/program/one-line.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const words = ["permissions", "explain", "ping"];

describe("slashpass permissions explain", () => {
  it("shows which members can use a command, and the deciding rules", async () => {
    const { run, roleId, asPlayer } = await createGuardedGame(emulator);
    await run(
      ["permissions", "edit", "ping", "--deny", "everyone", "--allow", `role:${roleId}`, "--yes"],
      asPlayer,
    );
    const { code, stdout, stderr } = await run(words);
    expect([code, stderr]).toEqual([0, ""]);
    await expect(stdout).toMatchFileSnapshot("../../../golden/program/explain.txt");
  });

  it("explains one member in one channel", async () => {
    const { run, guild } = await createGuardedGame(emulator);
    const [owner] = emulator.players;
    const channel = guild.channels[0]?.id ?? expect.unreachable();
    const asked = [...words, "--user", owner.id, "--channel", channel];
    const { stdout } = await run(asked);
    expect(stdout).toMatch(
      /^Who can use ping in Test, #general:\nuser \S+ {2}can {2}The member is an administrator\. \[administrator\]\n$/,
    );
    const { result } = readObject((await run([...asked, "--json"])).stdout);
    expect(result).toMatchObject({ guild: "Test", channel, answers: [{ userId: owner.id, allowed: true }] });
  });

  it("names the member and channel of an overwrite, in text and in JSON", async () => {
    const { run, guild, asPlayer } = await createGuardedGame(emulator);
    const other = emulator.players.find(({ name }) => name === "Grace") ?? expect.unreachable();
    const channel = guild.channels[0]?.id ?? expect.unreachable();
    const edit = ["permissions", "edit", "ping", "--yes", "--deny"];
    await run([...edit, `user:${other.id}`], asPlayer);
    expect(oneLine((await run([...words, "--user", other.id])).stdout)).toContain(
      `disallows it for the user ${other.id} (${other.username}).`,
    );
    await run([...edit, `channel:${channel}`], asPlayer);
    const asked = [...words, "--channel", channel];
    expect(oneLine((await run(asked)).stdout)).toContain(
      `disallows it for the channel ${channel} (general).`,
    );
    const { result } = readObject((await run([...asked, "--json"])).stdout);
    expect(result).toMatchObject({ answers: [{ overwrite: { id: channel, name: "general" } }, {}, {}, {}] });
    await run([...edit, "all-channels", "--remove", `channel:${channel}`], asPlayer);
    expect(oneLine((await run(asked)).stdout)).toContain("disallows it for all channels.");
  });

  it("rejects all commands together, an unknown channel and an unknown member", async () => {
    const { run, application, guild } = await createGuardedGame(emulator);
    expect((await run(["permissions", "explain", application.id])).stderr).toContain("Name one command.");
    const nowhere = await run([...words, "--channel", "1400000000000000009"]);
    expect(nowhere.stderr).toContain("The guild has no channel 1400000000000000009.");
    expect(nowhere.stderr).toContain(`${guild.channels[0]?.id} (#general)`);
    expect(await run([...words, "--user", "1400000000000000009"])).toMatchObject({ code: 1 });
  });
});
