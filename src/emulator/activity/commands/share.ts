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
import { writeMessage } from "../../state/messages.ts";
import { describePlayer } from "../../state/players.ts";
import { type ActivityCall, type ActivityCommands, askPlayer, createCommand } from "../command.ts";
import { invite, listOthers } from "./people.ts";

const linkId = optional(textOf({ least: 0, most: shareLimits.linkId }));
const readLink = fields({
  message: textOf({ least: 0, most: shareLimits.message }),
  custom_id: linkId,
  link_id: linkId,
});

/** The address of a file, as `INITIATE_IMAGE_UPLOAD` answers with it. */
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

/** What the player shares: links with others, pictures and messages in the channel. */
export const shareCommands: ActivityCommands = {
  /** A player who follows the link arrives with `custom_id` and `referrer_id`. */
  SHARE_LINK: createCommand(
    readLink,
    async (call, { message, custom_id: customId }) => {
      const others = listOthers(call);
      const players = others.map(({ name }) => name);
      const question = { kind: "share-link", message, customId, players } as const;
      const { accepted, choice } = await askPlayer(call, question);
      const player = others.find(({ name }) => name === choice);
      const referrerId = call.window.player.id;
      if (accepted && player) invite(call, player, { content: message, customId, referrerId });
      const didSendMessage = accepted && player !== undefined;
      return { success: accepted, didCopyLink: accepted && !didSendMessage, didSendMessage };
    },
    "any token",
  ),
  /** The command is answered before the player decides. */
  OPEN_SHARE_MOMENT_DIALOG: createCommand(
    fields({ mediaUrl }),
    (call, moment) => void askForMoment(call, moment.mediaUrl),
    "any token",
  ),
  /** Only the text of a shared command is kept. */
  SHARE_INTERACTION: createCommand(
    readInteraction,
    async (call, { command, content = "" }) => {
      const { accepted } = await askPlayer(call, { kind: "share-interaction", command, content });
      if (accepted && content !== "") say(call, content);
      return { success: accepted };
    },
    "any token",
  ),
};

async function askForMoment(call: ActivityCall, url: string): Promise<void> {
  if ((await askPlayer(call, { kind: "share-moment", mediaUrl: url })).accepted) say(call, url);
}

/** Writes in the channel of the Activity, as the player. */
function say({ window, live }: ActivityCall, content: string): void {
  const { clock, history } = live.world;
  const { channel_id: channelId } = window.instance.location;
  history.keep(writeMessage(channelId, describePlayer(window.player), content, clock.now()));
}
