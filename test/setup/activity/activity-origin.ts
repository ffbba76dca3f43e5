import { activityCommands } from "../../../src/emulator/activity/commands/table.ts";
import { ActivityProxy } from "../../../src/emulator/activity/proxy/activity-proxy.ts";
import { Gateway } from "../../../src/emulator/gateway/gateway.ts";
import type { LiveWorld } from "../../../src/emulator/oauth/live-world.ts";
import { openUpgrades } from "../../../src/emulator/server/running-service.ts";
import type { EmulatorApplication } from "../../../src/emulator/state/application.ts";
import { World } from "../../../src/emulator/state/world.ts";
import { startServer } from "../emulator/game.ts";
import type { ActivityWindow } from "../../../src/emulator/activity/window.ts";
import { ActivityWindows } from "../../../src/emulator/activity/windows.ts";

/** The part of an emulator that serves Activities, with internals that tests may access. */
export interface OpenOrigin extends AsyncDisposable {
  readonly world: World;
  readonly windows: ActivityWindows;
  readonly webBase: string;
  readonly application: EmulatorApplication;
  readonly open: (application?: EmulatorApplication) => ActivityWindow;
}

export async function startActivityOrigin(): Promise<OpenOrigin> {
  const world = new World({ world: { applications: [{ name: "Reef" }, { name: "Cove" }] } });
  const [application] = world.applications;
  const local = await startServer((request, response) => {
    if (proxy.isFor(request)) void proxy.answer(request, response).catch(() => response.writeHead(403).end());
    else response.writeHead(404).end("not the origin of an Activity");
  });
  const webBase = local.url.slice(0, -1);
  const windows = new ActivityWindows({ world, webBase } as LiveWorld, activityCommands);
  const proxy = new ActivityProxy({ world, windows, webBase });
  const gateway = new Gateway(world);
  openUpgrades(local.server, { gateway, proxy, webBase });
  return {
    world,
    windows,
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
      return windows.open({ application: whose, player, instanceId });
    },
    [Symbol.asyncDispose]: async () => {
      proxy.close();
      gateway.close();
      await local.close();
    },
  };
}
