import { fields } from "../../../core/check/fields.ts";
import { asItIs, optional, textOf } from "../../../core/check/readers.ts";
import { RpcErrorCode } from "../../../wire/desktop-client.ts";
import { Permission } from "../../../wire/permission.ts";
import { RpcRefusal } from "../rpc/rpc-refusal.ts";
import { holds } from "../../state/permission-book.ts";
import { type ActivityCall, type ActivityCommand, createCommand } from "../command.ts";
import { invite, listOthers } from "../invite.ts";

interface UserInvite {
  readonly user_id: string;
  readonly content?: string | undefined;
}
const readInvite = fields<UserInvite>({
  user_id: textOf({ most: 64 }),
  content: optional(textOf({ least: 0, most: 1024 })),
});

/** Invites somebody, without a question. Clients of different age want one of these scopes. */
export const inviteUser: ActivityCommand = createCommand(
  readInvite,
  (call, { user_id: id, content }) => {
    const player = call.live.world.players.byId(id);
    if (!player) throw new RpcRefusal(RpcErrorCode.InvalidUser, `Invalid user: nobody has the id ${id}.`);
    invite(call, player, { content });
  },
  { oneOf: ["relationships.read", "activities.invites.write", "dm_channels.messages.write"] },
);

/** Shows the player whom they could invite. The Activity goes on meanwhile. */
export const openInviteDialog: ActivityCommand = createCommand(
  asItIs<unknown>(),
  (call) => {
    mustBeAllowed(call);
    void askWhom(call);
  },
  "any token",
);

async function askWhom(call: ActivityCall): Promise<void> {
  const players = listOthers(call);
  const question = { kind: "invite", players: players.map(({ name }) => name) } as const;
  const { accepted, choice } = await call.frame.prompts.show(question, call.session.signal);
  const player = players.find(({ name }) => name === choice);
  if (accepted && player) invite(call, player, {});
}

/** @throws RpcRefusal 4005 outside of guilds, 4006 for who may not invite (`@discord/embedded-app-sdk` 2.5.0, openInviteDialog). */
function mustBeAllowed({ frame: { place, player } }: ActivityCall): void {
  const { guild } = place;
  const member = guild?.member(player);
  if (!guild || !member)
    throw new RpcRefusal(
      RpcErrorCode.InvalidChannel,
      "Invalid channel: there are no invites outside of guilds.",
    );
  if (!holds(guild.permissionsOf(member), Permission.CreateInstantInvite))
    throw new RpcRefusal(
      RpcErrorCode.InvalidPermissions,
      `Invalid permissions: ${player.name} may not create invites here. Ask getChannelPermissions first.`,
    );
}
