import { describe, expect, it } from "vitest";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { oneLine } from "../../../setup/program/one-line.ts";
import { listPeople } from "../../../../src/cli/permissions/explain.ts";
import { ApiError, ClientError, ErrorType } from "../../../../src/commands/index.ts";
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

  it("rejects an unknown channel, an unknown member, and an application id instead of a command", async () => {
    const { run, application, guild } = await createGuardedGame(emulator);
    expect((await run(["permissions", "explain", application.id])).stderr).toContain("Specify one command.");
    const nowhere = await run([...words, "--channel", "1400000000000000009"]);
    expect(nowhere.stderr).toContain("The guild has no channel 1400000000000000009.");
    expect(nowhere.stderr).toContain(`${guild.channels[0]?.id} (#general)`);
    expect(await run([...words, "--user", "1400000000000000009"])).toMatchObject({ code: 1 });
  });
});

describe("listPeople", () => {
  const role = (id: string, name: string) => ({ id, name, position: 0, permissions: "0" });
  const guild = { id: "1", name: "Reef", owner_id: "9", roles: [role("1", "@everyone"), role("2", "Crew")] };
  const speaksOf = (...ids: string[]) => [
    {
      id: "7",
      application_id: "8",
      guild_id: "1",
      permissions: ids.map((id) => ({
        id,
        type: id === "2" ? (1 as const) : (2 as const),
        permission: true,
      })),
    },
  ];

  function list(member: (id: string) => object, user?: string, ...ids: string[]) {
    const ofBot = { member: (id: string) => Promise.resolve().then(() => member(id)) };
    const query = { permissions: speaksOf(...ids), user, signal: new AbortController().signal };
    return listPeople({ ofBot } as never, guild, query);
  }

  const known = (id: string) => ({
    user: { id, username: `name-${id}` },
    nick: id === "5" ? "Ada" : null,
    roles: ["2"],
  });

  it("lists everyone, each role, and each user with an overwrite, without duplicates", async () => {
    expect(await list(known, undefined, "2", "5", "6", "5")).toEqual([
      { name: "everyone", roles: [] },
      { name: "role Crew", roles: ["2"] },
      { name: "user Ada", memberName: "Ada", userId: "5", roles: ["2"] },
      { name: "user name-6", memberName: "name-6", userId: "6", roles: ["2"] },
    ]);
  });

  it("shows the id of a member who has left the guild and rethrows other errors", async () => {
    const deleted = new ApiError({
      type: ErrorType.HTTPError,
      code: "unknown_member",
      message: "Gone.",
      status: 404,
    });
    const people = await list(() => Promise.reject(deleted), undefined, "5");
    expect(people.at(-1)).toEqual({ name: "user 5 (not in the guild)", userId: "5", roles: [] });
    const broken = new ClientError({ type: ErrorType.NetworkError, code: "timeout", message: "Too late." });
    await expect(list(() => Promise.reject(broken), undefined, "5")).rejects.toBe(broken);
    await expect(list(() => Promise.reject(deleted), "5")).rejects.toBe(deleted);
  });
});
