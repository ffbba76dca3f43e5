import type { Emulator } from "../../../src/emulator/index.ts";
import { createGame, ping, score } from "./game-folder.ts";
import { editorOf } from "./guarded-game.ts";

/** Creates a game in guilds that the first player owns, with command permissions in its config. */
export async function createRuledGame(
  emulator: Emulator,
  permissions: unknown,
  { guilds: count = 2, owner = 0, roles = ["Crew", "Moderator"] } = {},
) {
  const guilds = Array.from({ length: count }, (_, at) =>
    emulator.addGuild({
      name: `Reef ${at + 1}`,
      owner: emulator.players[owner]?.name,
      roles: roles.map((name) => ({ name })),
      channels: [{ name: "general" }, { name: "arena" }],
    }),
  );
  const guildIds = guilds.map(({ id }) => id);
  const game = createGame(emulator, [ping, score], {
    environment: { webBase: emulator.webBase },
    application: { commands: [ping, score], guilds: guildIds },
  });
  const rule = (rules: unknown) =>
    game.write("slashpass.config.json", { ...game.config, permissions: rules });
  if (permissions !== undefined) rule(permissions);
  return { ...game, guilds, guildIds, rule, asPlayer: await editorOf(emulator, game) };
}

export const moderatorsOnly = [
  { role: "@everyone", allow: false },
  { role: "Moderator", allow: true },
];
