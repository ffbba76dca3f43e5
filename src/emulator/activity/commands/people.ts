import { fields } from "../../../core/check/fields.ts";
import { optional, textOf } from "../../../core/check/readers.ts";
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
import type { Invitation } from "../invitations.ts";
import type { InviteQuestion, ShareLinkQuestion } from "../question.ts";
import { RpcRefusal } from "../rpc/rpc-refusal.ts";
import { describeParticipants, describeRelationship, describeRpcUser } from "../sdk-objects.ts";

const readUser = fields({ id: textOf({ most: 64 }) });
const readInvite = fields({
  user_id: textOf({ most: 64 }),
  content: optional(textOf({ least: 0, most: 1024 })),
});

export const peopleCommands: ActivityCommands = {
  GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS: createPlainCommand([], ({ live, window }) => ({
    participants: describeParticipants(live.world, window.instance),
  })),
  GET_RELATIONSHIPS: createPlainCommand(["relationships.read"], ({ window, windows, live }) => ({
    relationships: live.world.friendships
      .of(window.player)
      .map((friend) => describeRelationship(windows, friend, true)),
  })),
  GET_USER: createCommand([], readUser, ({ live }, { id }) => {
    const player = live.world.players.byId(id);
    return player ? describeRpcUser(player) : null;
  }),
  /** The required scope differs between client versions. */
  INVITE_USER_EMBEDDED: createCommand(
    { oneOf: ["relationships.read", "activities.invites.write", "dm_channels.messages.write"] },
    readInvite,
    (call, { user_id: id, content = "" }) => {
      const player = call.live.world.players.byId(id);
      if (!player) throw new RpcRefusal("InvalidUser", `Invalid user: nobody has the id ${id}.`);
      invite(call, player, { content });
    },
  ),
  OPEN_INVITE_DIALOG: createPlainCommand("any token", (call) => {
    mustBeAllowed(call);
    void inviteOne(call);
  }),
};

async function inviteOne(call: ActivityCall): Promise<void> {
  const { player } = await askWhom(call, { kind: "invite" });
  if (player) invite(call, player, {});
}

export async function askWhom(
  call: ActivityCall,
  question: Omit<InviteQuestion, "players"> | Omit<ShareLinkQuestion, "players">,
): Promise<{ readonly accepted: boolean; readonly player: Player | undefined }> {
  const others = listOthers(call);
  const players = others.map(({ name }) => name);
  const { accepted, choice } = await askPlayer(call, { ...question, players });
  return { accepted, player: accepted ? others.find(({ name }) => name === choice) : undefined };
}

/**
 * @throws RpcRefusal 4005 outside of guilds, 4006 without the permission (`@discord/embedded-app-sdk` 2.5.0, openInviteDialog).
 */
function mustBeAllowed({ window: { place, player } }: ActivityCall): void {
  const { guild } = place;
  const member = guild?.member(player);
  if (!guild || !member)
    throw new RpcRefusal("InvalidChannel", "Invalid channel: there are no invites outside of guilds.");
  if (!permits(guild.permissionsOf(member), Permission.CreateInstantInvite))
    throw new RpcRefusal(
      "InvalidPermissions",
      `Invalid permissions: ${player.name} may not create invites here. Ask getChannelPermissions first.`,
    );
}

export function listOthers({ window: { place, player }, live }: ActivityCall): readonly Player[] {
  const { guild } = place;
  return live.world.players.all.filter(
    (other) => other.id !== player.id && (!guild || guild.member(other) !== undefined),
  );
}

type Enclosed = Partial<Pick<Invitation, "content" | "customId" | "referrerId">>;

export function invite(call: ActivityCall, to: Player, enclosed: Enclosed): void {
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

export function say(
  { window: { instance, player }, live }: ActivityCall,
  content: string,
  channelId: Snowflake = instance.location.channel_id,
): void {
  const { clock, history } = live.world;
  history.keep(writeMessage(channelId, describePlayer(player), content, clock.now()));
}
