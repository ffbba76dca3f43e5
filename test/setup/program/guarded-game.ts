import type { Emulator } from "../../../src/emulator/index.ts";
import { getAccessToken } from "../emulator/players.ts";
import { createGame, type Game, ping, score } from "./game-folder.ts";

/** Creates a game in a guild that the first player owns, with a token for editing permissions there. */
export async function createGuardedGame(
  emulator: Emulator,
  { activities = false, apiBase = emulator.apiBase } = {},
) {
  const roleId = "1400000000000000003";
  const guild = emulator.addGuild({
    name: "Test",
    owner: emulator.players[0].name,
    roles: [{ id: roleId, name: "Moderators" }],
  });
  const game = createGame(emulator, [], {
    environment: {
      guildId: guild.id,
      apiBase,
      webBase: emulator.webBase,
      application: { description: "A game in a guild" },
    },
    application: { commands: [ping, score], activities },
  });
  return { ...game, guild, roleId, asPlayer: await editorOf(emulator, game) };
}

/** Returns the setting for a player who may edit command permissions. */
export async function editorOf(emulator: Emulator, { application }: Game) {
  const scope = "applications.commands.permissions.update";
  return { env: { SLASHPASS_ACCESS_TOKEN: await getAccessToken({ ...emulator, application }, scope) } };
}
