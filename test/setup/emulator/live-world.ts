import type { ActivityWindows } from "../../../src/emulator/activity/windows.ts";
import type { Emulator } from "../../../src/emulator/index.ts";
import { PlayerAgent } from "../../../src/emulator/player/player-agent.ts";
import { RunningService } from "../../../src/emulator/server/running-service.ts";
import { World, type WorldOptions } from "../../../src/emulator/state/world.ts";

/** The parts of an emulator that test sign-ins use. */
export type Service = Pick<Emulator, "apiBase" | "webBase" | "application" | "player">;

/** An emulator with direct access to its world. */
export interface OpenEmulator extends Service, AsyncDisposable {
  readonly world: World;
  readonly windows: ActivityWindows;
}

export async function startOpenEmulator(options: WorldOptions = {}): Promise<OpenEmulator> {
  const service = await RunningService.start(new World(options), { accessTokenSeconds: 60 });
  const { world, windows, webBase, apiBase } = service;
  return {
    world,
    windows,
    webBase,
    apiBase,
    application: world.applications[0],
    player: (name = "Ada", location = {}) =>
      new PlayerAgent({ world, webBase, windows }, world.players.findOrAdd(name), location),
    [Symbol.asyncDispose]: () => service.close(),
  };
}
