import { activityCommands } from "../../../src/emulator/activity/commands/table.ts";
import type { ActivityFrame } from "../../../src/emulator/activity/frame.ts";
import { ActivityFrames } from "../../../src/emulator/activity/frames.ts";
import { ActivityProxy } from "../../../src/emulator/activity/proxy/activity-proxy.ts";
import { Gateway } from "../../../src/emulator/gateway/gateway.ts";
import type { LiveWorld } from "../../../src/emulator/oauth/live-world.ts";
import { openUpgrades } from "../../../src/emulator/server/running-service.ts";
import type { EmulatorApplication } from "../../../src/emulator/state/application.ts";
import { World } from "../../../src/emulator/state/world.ts";
import { startServer } from "../emulator/game.ts";

/** The part of an emulator that serves Activities, with its insides open to a test. */
export interface OpenOrigin extends AsyncDisposable {
  readonly world: World;
  readonly frames: ActivityFrames;
  readonly webBase: string;
  readonly application: EmulatorApplication;
  /** Opens a window in which a player has an Activity. */
  readonly open: (application?: EmulatorApplication) => ActivityFrame;
}

/** Serves the Activities of two applications. */
export async function startActivityOrigin(): Promise<OpenOrigin> {
  const world = new World({ world: { applications: [{ name: "Reef" }, { name: "Cove" }] } });
  const [application] = world.applications;
  const local = await startServer((request, response) => {
    if (proxy.isFor(request)) void proxy.answer(request, response).catch(() => response.writeHead(403).end());
    else response.writeHead(404).end("not the origin of an Activity");
  });
  const webBase = local.url.slice(0, -1);
  const frames = new ActivityFrames({ world, webBase } as LiveWorld, activityCommands);
  const proxy = new ActivityProxy({ world, frames, webBase });
  const gateway = new Gateway(world, webBase);
  openUpgrades(local.server, { gateway, proxy, webBase });
  return {
    world,
    frames,
    webBase,
    application,
    open: ({ id: applicationId } = application) => {
      const player = world.players.first;
      const channelId = world.players.first.id;
      const { instance_id: instanceId } = world.activities.launch({
        applicationId,
        userId: player.id,
        channelId,
      });
      const whose = world.application(applicationId) as EmulatorApplication;
      return frames.open({ application: whose, player, instanceId });
    },
    [Symbol.asyncDispose]: async () => {
      proxy.close();
      gateway.close();
      await local.close();
    },
  };
}
