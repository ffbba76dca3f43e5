import { randomUUID } from "node:crypto";
import { createBrowser } from "../../src/emulator/player/browser.ts";
import { PlayerAgent } from "../../src/emulator/player/player-agent.ts";
import { RunningService } from "../../src/emulator/server/running-service.ts";
import { readWorldInit, World } from "../../src/emulator/state/world.ts";
import type { Config } from "./config.ts";

const ids = {
  app: "1000000000000012",
  guild: "1000000000000002",
  thread: "1000000000000010",
  lobby: "1000000000000011",
};
const owner = "Ada";
const day = 86_400_000;

/** An emulator whose applications and guild are set up as docs/verified.md describes. */
export interface Emulated extends AsyncDisposable {
  readonly service: RunningService;
  readonly webBase: string;
  deleteCommands(this: void): void;
  /** Advances the clock by a day, so commands can be created again. */
  skipDay(this: void): void;
}

export async function startEmulated(): Promise<Emulated> {
  const world = new World({
    rateLimits: [{ method: "POST", path: /\/commands$/, requests: 100_000, seconds: 20 }],
    world: readWorldInit(
      {
        applications: [
          {
            id: ids.app,
            activities: true,
            privilegedIntents: true,
            skus: [
              { name: "Pearl", type: 3 },
              { name: "Reef Pass", type: 2 },
              { name: "Season", type: 5 },
            ],
            lobbies: [{ id: ids.lobby }],
          },
          { parentApplication: ids.app, integrationTypes: [0] },
        ],
        players: [owner, "Grace"],
        guilds: [
          {
            id: ids.guild,
            name: "Test Guild",
            owner,
            members: [{ player: "Grace" }],
            channels: [
              { name: "general" },
              { name: "voice", type: 2 },
              { id: ids.thread, name: "thread", type: 11, parent: "general", members: [owner] },
            ],
          },
        ],
      },
      "world",
    ),
  });
  const service = await RunningService.start(world, {});
  return {
    service,
    webBase: service.webBase,
    deleteCommands() {
      for (const { commands: book } of world.applications)
        for (const scope of ["global", ids.guild]) {
          for (const command of book.list(scope)) book.delete(scope, command.id);
        }
    },
    skipDay: () => world.clock.advance(day),
    [Symbol.asyncDispose]: () => service.close(),
  };
}

/** @param base - The web base of the emulator, or of a proxy in front of it. */
export function configOf({ service }: Emulated, base: string = service.webBase): Config {
  const { world, windows, webBase } = service;
  const [{ botToken, clientSecret, publicKey }, child] = world.applications;
  return {
    apiBase: `${base}/api/v10`,
    webBase: base,
    issuer: webBase,
    port: 0,
    requestsPerSecond: Infinity,
    variables: {
      ...ids,
      botToken,
      clientSecret,
      publicKey,
      child: child?.id ?? "",
      childBotToken: child?.botToken ?? "",
      steamTicket: randomUUID(),
    },
    wait: async (seconds) => world.clock.advance(seconds * 1000),
    player: {
      timeoutMs: 5_000,
      open: (url, answer) => createBrowser(base, owner, answer)(url),
      confirm: async () => undefined,
      use(command) {
        const player = world.players.findOrAdd(owner);
        const agent = new PlayerAgent({ world, webBase, windows }, player, { guild: ids.guild });
        // Not awaited, because the fact sends the response later.
        agent.use(command).catch(() => undefined);
      },
    },
  };
}
