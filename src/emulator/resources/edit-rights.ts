import { canUse } from "../../commands/use/can-use.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Command } from "../../wire/command.ts";
import { type PermissionOverwrite, PermissionType } from "../../wire/command-permission.ts";
import { Permission } from "../../wire/permission.ts";
import { missingAccess, missingPermissions } from "../base/refusal.ts";
import type { Guild, Member } from "../state/guild.ts";
import { holds } from "../state/permission-bits.ts";
import type { Player } from "../state/players.ts";
import type { World } from "../state/world.ts";

/** Somebody who edits permissions in a guild. */
export interface Editor {
  readonly world: World;
  readonly guild: Guild;
  readonly member: Member;
}

/**
 * Only who manages the guild and its roles may say who uses commands in it (Application Commands Interface,
 * "Authentication" 4).
 *
 * @throws Refusal 50001 for somebody who is not in the guild, 50013 for somebody who may not.
 */
export function findEditor(world: World, player: Player, guildId: Snowflake): Editor {
  const guild = world.guilds.findOrAdd(guildId);
  const member = guild.member(player);
  if (!member) throw missingAccess();
  if (!holds(guild.permissionsOf(member), Permission.ManageGuild | Permission.ManageRoles))
    throw missingPermissions();
  return { world, guild, member };
}

/**
 * A command is edited by those who can use it somewhere in the guild (Discord documentation, Application Commands,
 * "Permissions"). Its age restriction, and where else it can be used, are other questions.
 *
 * @throws Refusal 50013.
 */
export function mustUseCommand({ world, guild, member }: Editor, command: Command): void {
  const use = {
    guild_id: guild.id,
    member: { user: member.player, roles: member.roles, permissions: guild.permissionsOf(member) },
    permissions: world.commandsOf(command.application_id).permissions.list(guild.id),
  };
  const asked = { ...command, nsfw: false, contexts: null };
  const isUsable = guild.channels.some(({ id, type, parentId = null }) => {
    return canUse(asked, { ...use, channel: { id, type, parent_id: parentId } }).allowed;
  });
  if (!isUsable) throw missingPermissions();
}

/**
 * An overwrite is about what its editor manages (the same). The owner and administrators manage everything; others manage
 * roles below their own highest one, members whose highest role is below it, themselves, and with MANAGE_CHANNELS channels.
 *
 * @throws Refusal 50013.
 */
export function mustManageAll(editor: Editor, overwrites: readonly PermissionOverwrite[]): void {
  const { guild, member } = editor;
  if (holds(guild.permissionsOf(member), Permission.Administrator)) return;
  if (!overwrites.every((overwrite) => manages(editor, overwrite))) throw missingPermissions();
}

function manages({ world, guild, member }: Editor, { id, type }: PermissionOverwrite): boolean {
  const rank = guild.rankOf(member);
  switch (type) {
    case PermissionType.Channel:
      return holds(guild.permissionsOf(member), Permission.ManageChannels);
    case PermissionType.Role: {
      const role = guild.roles.find((one) => one.id === id);
      return !role || id === guild.id || role.position < rank;
    }
    case PermissionType.User: {
      const player = world.players.byId(id);
      const other = player && guild.member(player);
      return !other || id === member.player.id || guild.rankOf(other) < rank;
    }
  }
}
