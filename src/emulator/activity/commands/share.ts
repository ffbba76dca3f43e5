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
import { limits } from "../../../wire/limits.ts";
import { messageLimits } from "../../../wire/message-limits.ts";
import { writeMessage } from "../../state/messages.ts";
import { describePlayer } from "../../state/players.ts";
import { type ActivityCall, type ActivityCommand, createCommand } from "../command.ts";
import { invite, listOthers } from "../invite.ts";

interface Link {
  readonly message: string;
  readonly custom_id?: string | undefined;
  readonly link_id?: string | undefined;
}
const readLink = fields<Link>({
  message: textOf({ least: 0, most: shareLimits.message }),
  custom_id: optional(textOf({ least: 0, most: shareLimits.linkId })),
  link_id: optional(textOf({ least: 0, most: shareLimits.linkId })),
});

/** Asks the player whom to send a link to. A player who follows it arrives with `custom_id` and `referrer_id`. */
export const shareLink: ActivityCommand = createCommand(
  readLink,
  async (call, { message, custom_id: customId }) => {
    const { frame, session } = call;
    const others = listOthers(call);
    const players = others.map(({ name }) => name);
    const question = { kind: "share-link", message, customId, players } as const;
    const { accepted, choice } = await frame.prompts.show(question, session.signal);
    const player = others.find(({ name }) => name === choice);
    if (accepted && player) invite(call, player, { content: message, customId, referrerId: frame.player.id });
    const didSendMessage = accepted && player !== undefined;
    return { success: accepted, didCopyLink: accepted && !didSendMessage, didSendMessage };
  },
  "any token",
);

/** What `INITIATE_IMAGE_UPLOAD` answers with, here and at the service. */
const mediaUrl: Reader<string> = (value, name) => {
  const url = textOf({ most: shareLimits.mediaUrl })(value, name);
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw wrongArgument(name, value, "the address of a picture or video, as initiateImageUpload gives one");
};

interface Moment {
  readonly mediaUrl: string;
}

/** Asks the player whether to share a picture or video in the channel. The Activity goes on meanwhile. */
export const openShareMomentDialog: ActivityCommand = createCommand(
  fields<Moment>({ mediaUrl }),
  (call, moment) => void askForMoment(call, moment),
  "any token",
);

async function askForMoment(call: ActivityCall, moment: Moment): Promise<void> {
  const question = { kind: "share-moment", ...moment } as const;
  const { accepted } = await call.frame.prompts.show(question, call.session.signal);
  if (accepted) say(call, moment.mediaUrl);
}

interface Interaction {
  readonly command: string;
  readonly options?: readonly object[] | undefined;
  readonly content?: string | undefined;
  readonly require_launch_channel?: boolean | undefined;
  readonly preview_image?: object | undefined;
  readonly components?: readonly object[] | undefined;
  readonly pid?: number | undefined;
}
const size = whole(0, 2 ** 31);
const readOption = fields<{ name: string; value: string }>({ name: textOf(), value: textOf({ least: 0 }) });
const readImage = fields<{ height: number; url: string; width: number }>({
  height: size,
  url: textOf(),
  width: size,
});
interface Button {
  readonly type: 2;
  readonly style: number;
  readonly label?: string | undefined;
  readonly custom_id?: string | undefined;
}
const readButton = fields<Button>({
  type: oneOf([ComponentType.Button]),
  style: whole(ButtonStyle.Primary, ButtonStyle.Link),
  label: optional(textOf({ least: 0, most: componentLimits.buttonLabel })),
  custom_id: optional(textOf({ least: 0, most: limits.customIdLength })),
});
const readRow = fields<{ type: 1; components?: readonly Button[] | undefined }>({
  type: oneOf([ComponentType.ActionRow]),
  components: optional(listOf(readButton, messageLimits.rowComponents)),
});
const readInteraction = fields<Interaction>({
  command: textOf(),
  options: optional(listOf(readOption)),
  content: optional(textOf({ least: 0, most: messageLimits.content })),
  require_launch_channel: optional(flag),
  preview_image: optional(readImage),
  components: optional(listOf(readRow)),
  pid: optional(whole(0, 2 ** 32)),
});

/** Asks the player whether to share a command in the channel. Only the text of what is shared is kept. */
export const shareInteraction: ActivityCommand = createCommand(
  readInteraction,
  async (call, { command, content = "" }) => {
    const question = { kind: "share-interaction", command, content } as const;
    const { accepted } = await call.frame.prompts.show(question, call.session.signal);
    if (accepted && content !== "") say(call, content);
    return { success: accepted };
  },
  "any token",
);

/** The player writes in the channel of the Activity. */
function say({ frame, live }: ActivityCall, content: string): void {
  const { clock, history } = live.world;
  const { channel_id: channelId } = frame.instance.location;
  history.keep(writeMessage(channelId, describePlayer(frame.player), content, clock.now()));
}
