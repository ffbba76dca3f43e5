import { fields } from "../../../core/check/fields.ts";
import {
  type Reader,
  wrongArgument,
  flag,
  listOf,
  oneOf,
  optional,
  textOf,
  whole,
} from "../../../core/check/readers.ts";
import { ButtonStyle, ComponentType, componentLimits } from "../../../wire/component.ts";
import { shareLimits } from "../../../wire/activity-rpc.ts";
import { limits, messageLimits } from "../../../wire/limits.ts";
import { type ActivityCall, type ActivityCommands, askPlayer, createCommand } from "../command.ts";
import { askWhom, invite, say } from "./people.ts";

const linkId = optional(textOf({ least: 0, most: shareLimits.linkId }));
const readLink = fields({
  message: textOf({ least: 0, most: shareLimits.message }),
  custom_id: linkId,
  link_id: linkId,
});

const mediaUrl: Reader<string> = (value, name) => {
  const url = textOf({ most: shareLimits.mediaUrl })(value, name);
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw wrongArgument(name, value, "the address of a picture or video, as initiateImageUpload gives one");
};

const size = whole(0, 2 ** 31);
const readOption = fields({ name: textOf(), value: textOf({ least: 0 }) });
const readImage = fields({ height: size, url: textOf(), width: size });
const readButton = fields({
  type: oneOf([ComponentType.Button]),
  style: whole(ButtonStyle.Primary, ButtonStyle.Link),
  label: optional(textOf({ least: 0, most: componentLimits.buttonLabel })),
  custom_id: optional(textOf({ least: 0, most: limits.customIdLength })),
});
const readRow = fields({
  type: oneOf([ComponentType.ActionRow]),
  components: optional(listOf(readButton, messageLimits.rowComponents)),
});
const readInteraction = fields({
  command: textOf(),
  options: optional(listOf(readOption)),
  content: optional(textOf({ least: 0, most: messageLimits.content })),
  require_launch_channel: optional(flag),
  preview_image: optional(readImage),
  components: optional(listOf(readRow)),
  pid: optional(whole(0, 2 ** 32)),
});

export const shareCommands: ActivityCommands = {
  SHARE_LINK: createCommand("any token", readLink, async (call, { message, custom_id: customId }) => {
    const { accepted, player } = await askWhom(call, { kind: "share-link", message, customId });
    const referrerId = call.window.player.id;
    if (player) invite(call, player, { content: message, customId, referrerId });
    const didSendMessage = player !== undefined;
    return { success: accepted, didCopyLink: accepted && !didSendMessage, didSendMessage };
  }),
  OPEN_SHARE_MOMENT_DIALOG: createCommand(
    "any token",
    fields({ mediaUrl }),
    (call, moment) => void askForMoment(call, moment.mediaUrl),
  ),
  SHARE_INTERACTION: createCommand("any token", readInteraction, async (call, { command, content = "" }) => {
    const { accepted } = await askPlayer(call, { kind: "share-interaction", command, content });
    if (accepted && content !== "") say(call, content);
    return { success: accepted };
  }),
};

async function askForMoment(call: ActivityCall, url: string): Promise<void> {
  if ((await askPlayer(call, { kind: "share-moment", mediaUrl: url })).accepted) say(call, url);
}
