import { createCommand } from "../../../src/emulator/activity/command.ts";
import { activityCommands } from "../../../src/emulator/activity/commands/table.ts";
import type { ActivityFrame } from "../../../src/emulator/activity/frame.ts";
import { ActivityFrames, type FrameInit } from "../../../src/emulator/activity/frames.ts";
import type { LiveWorld } from "../../../src/emulator/oauth/live-world.ts";
import { World, type WorldInit } from "../../../src/emulator/state/world.ts";
import { fields } from "../../../src/core/check/fields.ts";
import { textOf } from "../../../src/core/check/readers.ts";
import { type ActivityPage, openActivityPage } from "./activity-page.ts";

/** A guild in which players have an Activity open. */
export interface Room {
  readonly world: World;
  readonly frames: ActivityFrames;
  /** Opens the Activity in front of a player. */
  readonly join: (player?: string, init?: Partial<FrameInit>) => ActivityFrame;
  /** The same, with a page whose token allows `scopes`. */
  readonly play: (
    scopes?: string,
    player?: string,
  ) => Promise<{ readonly frame: ActivityFrame; readonly page: ActivityPage }>;
}

/** A token, without a sign-in. The SDK reads what this name answers as nothing. */
const grant = createCommand(fields<{ scopes: string }>({ scopes: textOf() }), ({ session }, { scopes }) => {
  session.scopes = scopes;
});

/** A room of a world; its channel has the id 22 in the guild 20, or is among players alone. */
export function openRoom(init: WorldInit = {}, guildId: string | null = "20"): Room {
  const guilds = [{ id: "20", name: "Reef", channels: [{ id: "22", name: "general" }] }];
  const world = new World({ world: { guilds, ...init } });
  const live = { world, webBase: "http://127.0.0.1:1" } as LiveWorld;
  const frames = new ActivityFrames(live, { ...activityCommands, SEND_ANALYTICS_EVENT: grant });
  const join: Room["join"] = (name = "Ada", more = {}) => {
    const [application] = world.applications;
    const player = world.players.findOrAdd(name);
    const launch = {
      applicationId: application.id,
      userId: player.id,
      channelId: "22",
      guildId: guildId ?? undefined,
    };
    return frames.open({
      application,
      player,
      instanceId: world.activities.launch(launch).instance_id,
      ...more,
    });
  };
  const play: Room["play"] = async (scopes, name) => {
    const frame = join(name);
    const page = openActivityPage(frame);
    if (scopes !== undefined) await page.run("SEND_ANALYTICS_EVENT", { scopes });
    return { frame, page };
  };
  return { world, frames, join, play };
}
