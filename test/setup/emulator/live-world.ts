import { createLimitedServer } from "../../../src/emulator/base/server-limits.ts";
import { Gateway } from "../../../src/emulator/gateway/gateway.ts";
import type { Emulator } from "../../../src/emulator/index.ts";
import { createAuthorizationServer } from "../../../src/emulator/oauth/authorization-server.ts";
import { PlayerAgent } from "../../../src/emulator/player-agent.ts";
import { createListener } from "../../../src/emulator/server.ts";
import { World } from "../../../src/emulator/world/world.ts";
import { startServer } from "./game.ts";

/** The part of an emulator that sign-ins of tests use. */
export type Service = Pick<Emulator, "apiBase" | "webBase" | "application" | "player">;

/** An emulator whose world a test can reach into. */
export interface OpenEmulator extends Service, AsyncDisposable {
  readonly world: World;
}

export async function startOpenEmulator(): Promise<OpenEmulator> {
  const world = new World({});
  const server = createLimitedServer();
  const local = await startServer((request, response) => server.emit("request", request, response));
  const webBase = local.url.slice(0, -1);
  world.files.base = webBase;
  const gateway = new Gateway(world, webBase);
  gateway.openAt(local.server);
  const provider = await createAuthorizationServer(world, { issuer: webBase, accessTokenSeconds: 60 });
  server.on("request", createListener({ world, provider, webBase }));
  return {
    world,
    webBase,
    apiBase: `${webBase}/api/v10`,
    application: world.applications[0],
    player: (name = "Ada", place = {}) =>
      new PlayerAgent(world, webBase, world.players.findOrAdd(name), place),
    [Symbol.asyncDispose]: () => {
      gateway.close();
      return local.close();
    },
  };
}
