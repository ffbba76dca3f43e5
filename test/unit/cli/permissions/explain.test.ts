import { describe, expect, it } from "vitest";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { oneLine } from "../../../setup/program/one-line.ts";
import { useEmulator } from "../../../setup/program/game-folder.ts";

const emulator = await useEmulator();

const words = ["permissions", "explain", "ping"];

describe("slashpass permissions explain", () => {
  it("shows which members can use a command and why", async () => {
    const { run, roleId, asPlayer } = await createGuardedGame(emulator);
    await run(
      ["permissions", "edit", "ping", "--deny", "everyone", "--allow", `role:${roleId}`, "--yes"],
      asPlayer,
    );
    const { code, stdout, stderr } = await run(words);
    expect([code, stderr]).toEqual([0, ""]);
    await expect(stdout).toMatchFileSnapshot("../../../golden/program/explain.txt");
  });

  it("explains one member's access in one channel", async () => {
    const { run, guild } = await createGuardedGame(emulator);
    const [owner] = emulator.players;
    const channel = guild.channels[0]?.id ?? expect.unreachable();
    const commandLine = [...words, "--user", owner.id, "--channel", channel];
    const { stdout } = await run(commandLine);
    expect(stdout).toMatch(
      /^Who can use ping in Test, #general:\nuser \S+ {2}can {2}The member is an administrator\. \[administrator\]\n$/,
    );
    const { result } = readObject((await run([...commandLine, "--json"])).stdout);
    expect(result).toMatchObject({ guild: "Test", channel, answers: [{ userId: owner.id, allowed: true }] });
  });

  it("names an overwrite's member and channel in text and JSON", async () => {
    const { run, guild, asPlayer } = await createGuardedGame(emulator);
    const other = emulator.players.find(({ name }) => name === "Grace") ?? expect.unreachable();
    const channel = guild.channels[0]?.id ?? expect.unreachable();
    const edit = ["permissions", "edit", "ping", "--yes", "--deny"];
    await run([...edit, `user:${other.id}`], asPlayer);
    expect(oneLine((await run([...words, "--user", other.id])).stdout)).toContain(
      `for user ${other.id} (${other.username}) denies access.`,
    );
    await run([...edit, `channel:${channel}`], asPlayer);
    const commandLine = [...words, "--channel", channel];
    expect(oneLine((await run(commandLine)).stdout)).toContain(
      `for channel ${channel} (general) denies access.`,
    );
    const { result } = readObject((await run([...commandLine, "--json"])).stdout);
    expect(result).toMatchObject({ answers: [{ overwrite: { id: channel, name: "general" } }, {}, {}, {}] });
    await run([...edit, "all-channels", "--remove", `channel:${channel}`], asPlayer);
    expect(oneLine((await run(commandLine)).stdout)).toContain("for all channels denies access.");
  });

  it("shows a member's nickname, the id of a member who has left the guild, and other failures", async () => {
    const { run, guild, asPlayer } = await createGuardedGame(emulator);
    const [{ id: present }, other] = emulator.players;
    const gone = other?.id ?? expect.unreachable();
    await run(
      ["permissions", "edit", "ping", "--yes", "--deny", `user:${present}`, `user:${gone}`],
      asPlayer,
    );
    const answering = (id: string, status: number, body: object) =>
      emulator.faults.add({
        path: new RegExp(`/guilds/${guild.id}/members/${id}$`),
        answer: { status, body },
      });
    answering(present, 200, { user: { id: present, username: "ada" }, nick: "Captain", roles: [] });
    const end = answering(gone, 404, { code: 10_007, message: "Unknown Member" });
    const { stdout } = await run(words);
    expect(stdout).toMatch(/^everyone .*\n(?:.*\n)*user Captain .*\n(?:.*\n)*user \d+ \(not in the guild\)/m);
    end();
    answering(gone, 403, { code: 50_001, message: "Missing Access" });
    expect((await run(words)).code).toBe(1);
    emulator.faults.clear();
  });

  it("rejects an unknown channel, an unknown member, and an application id instead of a command", async () => {
    const { run, application, guild } = await createGuardedGame(emulator);
    expect((await run(["permissions", "explain", application.id])).stderr).toContain("Specify one command.");
    const nowhere = await run([...words, "--channel", "1400000000000000009"]);
    expect(nowhere.stderr).toContain("The guild has no channel 1400000000000000009.");
    expect(nowhere.stderr).toContain(`${guild.channels[0]?.id} (#general)`);
    expect(await run([...words, "--user", "1400000000000000009"])).toMatchObject({ code: 1 });
  });
});
