import { activityCommands } from "../../../src/emulator/activity/commands/table.ts";
import { ActivityProxy } from "../../../src/emulator/activity/proxy/activity-proxy.ts";
import { createLimitedServer } from "../../../src/emulator/base/http.ts";
import { Gateway } from "../../../src/emulator/gateway/gateway.ts";
import type { Emulator } from "../../../src/emulator/index.ts";
import { createAuthorizationServer } from "../../../src/emulator/server/running-service.ts";
import { PlayerAgent } from "../../../src/emulator/player/player-agent.ts";
import { createListener } from "../../../src/emulator/server/server.ts";
import { openUpgrades } from "../../../src/emulator/server/running-service.ts";
import { World, type WorldOptions } from "../../../src/emulator/state/world.ts";
import { startServer } from "./game.ts";
import { ActivityWindows } from "../../../src/emulator/activity/windows.ts";

/** The parts of an emulator that test sign-ins use. */
export type Service = Pick<Emulator, "apiBase" | "webBase" | "application" | "player">;

/** An emulator with direct access to its world. */
export interface OpenEmulator extends Service, AsyncDisposable {
  readonly world: World;
  readonly windows: ActivityWindows;
}

export async function startOpenEmulator(options: WorldOptions = {}): Promise<OpenEmulator> {
  const world = new World(options);
  const server = createLimitedServer();
  const local = await startServer((request, response) => server.emit("request", request, response));
  const webBase = local.url.slice(0, -1);
  world.files.base = webBase;
  const gateway = new Gateway(world);
  const provider = createAuthorizationServer(world, { issuer: webBase, accessTokenSeconds: 60 });
  const windows = new ActivityWindows({ world, provider, webBase }, activityCommands);
  const proxy = new ActivityProxy({ world, webBase, windows });
  openUpgrades(local.server, { gateway, proxy, webBase });
  server.on("request", createListener({ world, provider, webBase, windows, proxy }));
  return {
    world,
    windows,
    webBase,
    apiBase: `${webBase}/api/v10`,
    application: world.applications[0],
    player: (name = "Ada", place = {}) =>
      new PlayerAgent({ world, webBase, windows }, world.players.findOrAdd(name), place),
    [Symbol.asyncDispose]: () => {
      gateway.close();
      proxy.close();
      return local.close();
    },
  };
}
