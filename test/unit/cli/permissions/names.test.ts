import { afterAll, describe, expect, it } from "vitest";
import { overwriteAsData, readNames, withName } from "../../../../src/cli/permissions/names.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { readObject } from "../../../setup/program/schema.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

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

  it("omits names if there is no bot token", async () => {
    using game = await createNamedGame();
    const { clientSecret } = game.application;
    const env = { SLASHPASS_BOT_TOKEN: "", SLASHPASS_CLIENT_SECRET: clientSecret };
    const { code, stderr } = await game.run(game.words, { env });
    expect([code, stderr]).toEqual([0, expect.stringContaining("Some names could not be read")]);
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

it("escapes control characters in a name, and omits unknown names", () => {
  expect(withName("role:7", "\u001B[2J")).toBe("role:7 (\\u001b[2J)");
  expect(withName("role:7", undefined)).toBe("role:7");
  const overwrite = { id: "7", type: 1, permission: true } as const;
  expect(overwriteAsData(overwrite, () => undefined)).toStrictEqual(overwrite);
});
