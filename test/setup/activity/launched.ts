import type { ActivityWindow } from "../../../src/emulator/activity/window.ts";
import type { WindowInit } from "../../../src/emulator/activity/window.ts";
import type { OpenEmulator } from "../emulator/live-world.ts";

/** Options for opening an Activity. */
interface Where extends Partial<Pick<WindowInit, "application" | "platform">> {
  /** Default: Ada. */
  readonly player?: string;
  /** Default: the direct message channel with the application. */
  readonly channelId?: string;
  readonly guildId?: string;
}

export function openLaunched({ world, windows }: OpenEmulator, where: Where = {}): ActivityWindow {
  const { player: name = "Ada", application = world.applications[0], guildId, platform } = where;
  const player = world.players.findOrAdd(name);
  const { channelId = world.channels.ofApplication(application.id, player).id } = where;
  const launch = { applicationId: application.id, userId: player.id, channelId, guildId };
  const { instance_id: instanceId } = world.activities.launch(launch);
  return windows.open({ application, player, instanceId, platform });
}

/** Exchanges a code for a token, as the Activity's server does. */
export async function tokenFor(
  { apiBase }: OpenEmulator,
  { application }: ActivityWindow,
  code: unknown,
): Promise<string> {
  const { id, clientSecret } = application;
  const form = { client_id: id, client_secret: clientSecret, grant_type: "authorization_code" };
  const response = await fetch(`${apiBase}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({ ...form, code: String(code) }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}
