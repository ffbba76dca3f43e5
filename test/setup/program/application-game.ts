import { join } from "node:path";
import { writeFileSync } from "node:fs";
import type { Emulator } from "../../../src/emulator/index.ts";
import { pngBytes } from "../application-settings.ts";
import { createGame } from "./game-folder.ts";

type GameInit = NonNullable<Parameters<typeof createGame>[2]>;

/**
 * Creates a game whose config contains application settings, with an image in its directory. `own` contains the
 * environment's settings.
 */
export function createApplicationGame(
  emulator: Emulator,
  settings: object | undefined,
  { environment, application, own }: GameInit & { readonly own?: object } = {},
) {
  const game = createGame(emulator, [], { environment: { ...environment, application: own }, application });
  const configure = (fields: object | undefined) =>
    game.write("slashpass.config.json", { ...game.config, application: fields });
  configure(settings);
  writeFileSync(join(game.cwd, "icon.png"), pngBytes);
  return { ...game, configure };
}

export async function readLive(
  emulator: Emulator,
  { botToken }: { readonly botToken: string },
): Promise<Record<string, unknown>> {
  const response = await fetch(`${emulator.apiBase}/applications/@me`, {
    headers: { authorization: `Bot ${botToken}` },
  });
  return (await response.json()) as Record<string, unknown>;
}
