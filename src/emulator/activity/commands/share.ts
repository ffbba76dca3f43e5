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
import { shareLimits } from "../../../wire/activity-rpc.ts";
import { ButtonStyle, ComponentType, componentLimits } from "../../../wire/component.ts";
import { limits, messageLimits } from "../../../wire/limits.ts";
import { Permission } from "../../../wire/permission.ts";
import type { Snowflake } from "../../../wire/snowflake.ts";
import { writeMessage } from "../../state/messages.ts";
import { permits } from "../../state/permission-book.ts";
import { describePlayer, type Player } from "../../state/players.ts";
import {
  type ActivityCall,
  type ActivityCommands,
  askPlayer,
  createCommand,
  createPlainCommand,
} from "../command.ts";
import type { InviteQuestion, ShareLinkQuestion } from "../prompts.ts";
import { RpcRefusal } from "../rpc.ts";
import type { Invitation } from "../invitations.ts";

const readInvite = fields({
  user_id: textOf({ most: 64 }),
  content: optional(textOf({ least: 0, most: 1024 })),
});

const linkId = optional(textOf({ least: 0, most: shareLimits.linkId }));
const readLink = fields({
  message: textOf({ least: 0, most: shareLimits.message }),
  custom_id: linkId,
  link_id: linkId,
});

const mediaUrl: Reader<string> = (value, name) => {
  const url = textOf({ most: shareLimits.mediaUrl })(value, name);
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw wrongArgument(
    name,
    value,
    "the URL of a picture or video, such as one returned by initiateImageUpload",
  );
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
  /** The required scope depends on the client version. */
  INVITE_USER_EMBEDDED: createCommand(
    { oneOf: ["relationships.read", "activities.invites.write", "dm_channels.messages.write"] },
    readInvite,
    (call, { user_id: id, content = "" }) => {
      const player = call.live.world.players.byId(id);
      if (!player) throw new RpcRefusal("InvalidUser", `Invalid user: there is no user with the id ${id}.`);
      invite(call, player, { content });
    },
  ),
  OPEN_INVITE_DIALOG: createPlainCommand("any token", (call) => {
    requireInvitePermission(call);
    void inviteOne(call);
  }),
  SHARE_LINK: createCommand("any token", readLink, async (call, { message, custom_id: customId }) => {
    const { accepted, player } = await choosePlayer(call, { kind: "share-link", message, customId });
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

async function inviteOne(call: ActivityCall): Promise<void> {
  const { player } = await choosePlayer(call, { kind: "invite" });
  if (player) invite(call, player, {});
}

async function choosePlayer(
  call: ActivityCall,
  question: Omit<InviteQuestion, "players"> | Omit<ShareLinkQuestion, "players">,
): Promise<{ readonly accepted: boolean; readonly player: Player | undefined }> {
  const candidates = listCandidates(call);
  const players = candidates.map(({ name }) => name);
  const { accepted, choice } = await askPlayer(call, { ...question, players });
  return { accepted, player: accepted ? candidates.find(({ name }) => name === choice) : undefined };
}

/**
 * @throws RpcRefusal 4005 outside a guild, 4006 if the player lacks the permission (`@discord/embedded-app-sdk` 2.5.0,
 *   openInviteDialog).
 */
function requireInvitePermission({ window: { location, player } }: ActivityCall): void {
  const { guild } = location;
  const member = guild?.member(player);
  if (!guild || !member)
    throw new RpcRefusal("InvalidChannel", "Invalid channel: invites exist only in guilds.");
  if (!permits(guild.permissionsOf(member), Permission.CreateInstantInvite))
    throw new RpcRefusal(
      "InvalidPermissions",
      `Invalid permissions: ${player.name} cannot create invites here. Check getChannelPermissions first.`,
    );
}

function listCandidates({ window: { location, player }, live }: ActivityCall): readonly Player[] {
  const { guild } = location;
  return live.world.players.all.filter(
    (other) => other.id !== player.id && (!guild || guild.member(other) !== undefined),
  );
}

type Enclosed = Partial<Pick<Invitation, "content" | "customId" | "referrerId">>;

function invite(call: ActivityCall, to: Player, enclosed: Enclosed): void {
  const { window, windows, live } = call;
  const { player: from, application, instance, report } = window;
  const { content = "" } = enclosed;
  windows.invitations.send({
    from,
    to,
    applicationId: application.id,
    instanceId: instance.instance_id,
    ...enclosed,
    content,
    secret: report.status?.secrets?.join,
  });
  if (content !== "") say(call, content, live.world.channels.among([from, to]).id);
}

function say(
  { window: { instance, player }, live }: ActivityCall,
  content: string,
  channelId: Snowflake = instance.location.channel_id,
): void {
  const { clock, history } = live.world;
  history.keep(writeMessage(channelId, describePlayer(player), content, clock.now()));
}

async function askForMoment(call: ActivityCall, url: string): Promise<void> {
  if ((await askPlayer(call, { kind: "share-moment", mediaUrl: url })).accepted) say(call, url);
}
