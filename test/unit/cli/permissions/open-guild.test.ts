import { expect, it, describe } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { createGame, ping, useEmulator } from "../../../setup/program/game-folder.ts";
import {
  findSubject,
  nameSubject,
  nameToShow,
  describeTarget,
  isSame,
  parseTarget,
  overwriteAsData,
  readNames,
  withName,
} from "../../../../src/cli/permissions/open-guild.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";

it("requires a guild and includes its commands and the global ones", async () => {
  await using emulator = await startEmulator();
  const guild = emulator.addGuild({ name: "Test" });
  const game = createGame(emulator, [{ ...ping, name: "local" }], { application: { commands: [ping] } });
  await expectEnd(game.run(["permissions", "list"]), 2, "Use --guild, or set guildId in the config.");
  await game.run(["commands", "apply", "--guild", guild.id, "--yes"]);
  const { stderr } = await game.run(["permissions", "get", "none", "--guild", guild.id]);
  expect(stderr).toContain("The commands are: ping, local.");
});

describe("findSubject", () => {
  const applicationId = "1400000000000000001";
  const command = (id: string, name: string) => ({
    id,
    name,
    application_id: applicationId,
    version: "1",
    description: "",
  });
  const settings = {
    environment: undefined,
    applicationId,
    guildId: "1400000000000000002",
    commandsFile: "c.json",
  };
  const opened = { settings, commands: [command("11", "ping"), command("12", "top"), command("13", "top")] };

  it("finds the application, or a command by name or id", () => {
    expect(findSubject(opened, "ping")).toMatchObject({ id: "11" });
    expect(findSubject(opened, "13")).toMatchObject({ id: "13", name: "top" });
    expect(findSubject(opened, applicationId)).toEqual({ id: applicationId, name: "all commands" });
  });

  it("rejects an unknown or ambiguous name and lists the choices", () => {
    const finding =
      (text: string, commands = opened.commands) =>
      () =>
        findSubject({ settings, commands }, text);
    const failure = (code: string, hint: string) => expect.objectContaining({ code, hint }) as Error;
    expect(finding("pong")).toThrow(failure("unknown_command", "The commands are: ping, top, top."));
    expect(finding("pong", [])).toThrow(failure("unknown_command", "The commands are: none."));
    expect(finding("top")).toThrow(failure("ambiguous_command", "Use one of their ids: 12, 13."));
  });

  it("returns an id's name if known", () => {
    const ids = ["11", applicationId, "99", "12"];
    expect(ids.map((id) => nameSubject(opened, id))).toEqual(["ping", "all commands", undefined, "top"]);
    expect(ids.map((id) => nameToShow(opened, id))).toEqual(["ping", "all commands", "99", "top (12)"]);
  });
});

describe("parseTarget", () => {
  const guildId = "1400000000000000002";

  it.each([
    ["everyone", { id: guildId, type: 1 }],
    ["all-channels", { id: "1400000000000000001", type: 3 }],
    ["role:1400000000000000003", { id: "1400000000000000003", type: 1 }],
    ["user:1400000000000000003", { id: "1400000000000000003", type: 2 }],
    ["channel:1400000000000000003", { id: "1400000000000000003", type: 3 }],
  ] as const)("parses %s and formats the result as the same string", (text, target) => {
    expect(parseTarget(text, guildId)).toEqual(target);
    expect(describeTarget(target, guildId)).toBe(text);
  });

  it.each(["Moderators", "role:", "role:x", "toString:1400000000000000003", ""])("rejects %j", (text) => {
    expect(() => parseTarget(text, guildId)).toThrow("is not a role, user or channel");
  });

  it("shows an unknown type as its number", () => {
    expect(describeTarget({ id: "7", type: 9 as never }, guildId)).toBe("9:7");
  });

  it("distinguishes between a role and a user with the same id", () => {
    expect(isSame({ id: "7", type: 1 }, { id: "7", type: 2 })).toBe(false);
    expect(isSame({ id: "7", type: 1 }, { id: "7", type: 1 })).toBe(true);
  });
});

const emulator = await useEmulator();

/** A game whose command has four overwrites, one for a member who has left. */
async function createNamedGame() {
  const game = await createGuardedGame(emulator);
  const [player] = emulator.players;
  const channel = game.guild.channels[0]?.id ?? expect.unreachable();
  const deleted = "1400000000000000009";
  const listed = [
    [1, game.roleId],
    [2, player.id],
    [2, deleted],
    [3, channel],
  ].map(([type, id]) => ({ id, type, permission: true }));
  const end = emulator.faults.add({
    path: new RegExp(`/applications/${game.application.id}/guilds/\\d+/commands/permissions$`),
    answer: {
      status: 200,
      body: [
        {
          id: game.application.id,
          application_id: game.application.id,
          guild_id: game.guild.id,
          permissions: listed,
        },
      ],
    },
  });
  const words = ["permissions", "get", game.application.id];
  return { ...game, player, channel, deleted, words, [Symbol.dispose]: end };
}

describe("readNames", () => {
  it("shows names next to ids, except for members who have left", async () => {
    using game = await createNamedGame();
    expect(await game.run(game.words)).toEqual({
      code: 0,
      stdout:
        `may  role:${game.roleId} (Moderators)\nmay  user:${game.player.id} (${game.player.username})\n` +
        `may  user:${game.deleted}\nmay  channel:${game.channel} (general)\n`,
      stderr: "",
    });
    const { result } = readObject((await game.run([...game.words, "--json"])).stdout);
    expect(result).toMatchObject({
      permissions: [
        { id: game.roleId, name: "Moderators" },
        { name: game.player.username },
        expect.not.objectContaining({ name: expect.anything() }),
        { id: game.channel, name: "general" },
      ],
    });
  });

  it("omits names and prints one note if the service refuses to return them", async () => {
    using game = await createNamedGame();
    const end = emulator.faults.add({
      path: new RegExp(`/guilds/${game.guild.id}(/channels|/members/\\d+)?$`),
      answer: { status: 403, body: { code: 50001, message: "Missing Access" } },
    });
    const { code, stdout, stderr } = await game.run(game.words);
    end();
    expect([code, stdout]).toEqual([
      0,
      `may  role:${game.roleId}\nmay  user:${game.player.id}\nmay  user:${game.deleted}\nmay  channel:${game.channel}\n`,
    ]);
    expect(stderr).toMatch(
      /^Some names could not be read, so ids are shown instead: [^:]*: Missing Access\n$/,
    );
  });

  it("rethrows an abort or a programming error", async () => {
    const { guild, roleId } = await createGuardedGame(emulator);
    const asking = (refusal: Promise<never>, signal: AbortSignal) => {
      const opened = { settings: { guildId: guild.id }, ofBot: { get: () => refusal } };
      const terminal = { note: () => expect.unreachable() };
      return readNames(opened as never, [{ id: roleId, type: 1 }], { terminal, signal } as never);
    };
    const aborted = new ClientError({ type: ErrorType.Aborted, code: "aborted", message: "Ended." });
    await expect(asking(Promise.reject(aborted), AbortSignal.abort())).rejects.toBe(aborted);
    const mistake = new TypeError("x is not a function");
    await expect(asking(Promise.reject(mistake), new AbortController().signal)).rejects.toBe(mistake);
  });
});

it("escapes control characters in a name and omits unknown names", () => {
  expect(withName("role:7", "\u001B[2J")).toBe("role:7 (\\u001b[2J)");
  expect(withName("role:7", undefined)).toBe("role:7");
  const overwrite = { id: "7", type: 1, permission: true } as const;
  expect(overwriteAsData(overwrite, () => undefined)).toStrictEqual(overwrite);
});
