import { missingAccess, Refusal } from "../base/refusal.ts";
import { mustBeBot } from "../oauth/bearer.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Channel } from "../state/channels.ts";
import { parsePathId } from "./input.ts";
import type { ApiCall } from "./route.ts";

/**
 * The channel in the path, for a bot that can be there.
 *
 * @throws Refusal 401 for anything but a bot's token, 10003 for a channel that does not exist, 50001 for one of a guild that the
 * application is not in, or of direct messages of others.
 */
export async function findBotChannel(
  call: ApiCall,
): Promise<{ readonly application: EmulatorApplication; readonly channel: Channel }> {
  const application = mustBeBot(await call.authenticate());
  const channel = call.world.channels.byId(parsePathId(call, "channel_id"));
  if (!channel) throw new Refusal(404, JsonErrorCode.UnknownChannel, "Unknown Channel");
  const { guildId, applicationId } = channel;
  const isThere = guildId === undefined ? applicationId === application.id : application.isIn(guildId);
  if (!isThere) throw missingAccess();
  return { application, channel };
}
