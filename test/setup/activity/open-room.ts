import { type ActivityCommands, createCommand } from "../../../src/emulator/activity/command.ts";
import { activityCommands } from "../../../src/emulator/activity/commands/table.ts";
import type { LiveWorld } from "../../../src/emulator/oauth/live-world.ts";
import { World, type WorldInit } from "../../../src/emulator/state/world.ts";
import { fields } from "../../../src/core/check/fields.ts";
import { textOf } from "../../../src/core/check/readers.ts";
import { type ActivityPage, openActivityPage } from "./activity-page.ts";
import type { ActivityWindow, WindowInit } from "../../../src/emulator/activity/window.ts";
import { ActivityWindows } from "../../../src/emulator/activity/windows.ts";

/** A guild in which players have an Activity open. */
export interface Room {
  readonly world: World;
  readonly windows: ActivityWindows;
  readonly join: (player?: string, init?: Partial<WindowInit>) => ActivityWindow;
  /** Opens the Activity with a page whose token grants `scopes`. */
  readonly play: (
    scopes?: string,
    player?: string,
  ) => Promise<{ readonly window: ActivityWindow; readonly page: ActivityPage }>;
}

/** Grants scopes without a sign-in. The SDK ignores the response to this command. */
const grant = createCommand([], fields({ scopes: textOf() }), ({ connection }, { scopes }) => {
  connection.scopes = scopes;
});

/** Creates a world with a channel for Activities: id 22 in guild 20, or a private channel if `guildId` is null. */
export function openRoom(
  init: WorldInit = {},
  guildId: string | null = "20",
  commands: ActivityCommands = activityCommands,
): Room {
  const guilds = [{ id: "20", name: "Reef", channels: [{ id: "22", name: "general" }] }];
  const world = new World({ world: { guilds, ...init } });
  const live = { world, webBase: "http://127.0.0.1:1" } as LiveWorld;
  const windows = new ActivityWindows(live, { ...commands, SEND_ANALYTICS_EVENT: grant });
  const join: Room["join"] = (name = "Ada", more = {}) => {
    const [application] = world.applications;
    const player = world.players.findOrAdd(name);
    const launch = {
      applicationId: application.id,
      userId: player.id,
      channelId: "22",
      guildId: guildId ?? undefined,
    };
    return windows.open({
      application,
      player,
      instanceId: world.activities.launch(launch).instance_id,
      ...more,
    });
  };
  const play: Room["play"] = async (scopes, name) => {
    const window = join(name);
    const page = openActivityPage(window);
    if (scopes !== undefined) await page.run("SEND_ANALYTICS_EVENT", { scopes });
    return { window, page };
  };
  return { world, windows, join, play };
}
