import { refusal } from "../base/refusal.ts";
import { canUse } from "../../commands/use/can-use.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import {
  type Command,
  type PermissionOverwrite,
  PermissionType,
  type GuildCommandPermissions,
} from "../../wire/command.ts";
import { Permission } from "../../wire/permission.ts";
import type { Guild, Member } from "../state/guild.ts";
import { permits, listPermissionChanges } from "../state/permission-book.ts";
import type { Player } from "../state/players.ts";
import type { World } from "../state/world.ts";
import { validatePermissions } from "../../commands/rules/validate.ts";
import { AuditLogAction } from "../../wire/audit-log-entry.ts";
import { refuseFindings } from "../state/form-errors.ts";
import { requirePermissionEditing } from "../oauth/bearer.ts";
import { emitAuditLogEntry } from "../state/world-events.ts";
import { type ApiCall, parseFields, parsePathId, type Route } from "./api-call.ts";
import { withBook } from "./commands.ts";

interface Editor {
  readonly world: World;
  readonly guild: Guild;
  readonly member: Member;
}

/** See Application Commands Interface, "Authentication", rule 4. */
function findEditor(world: World, player: Player, guildId: Snowflake): Editor {
  const guild = world.guilds.findOrAdd(guildId);
  const member = guild.member(player);
  if (!member) throw refusal("MissingAccess");
  if (!permits(guild.permissionsOf(member), Permission.ManageGuild | Permission.ManageRoles))
    throw refusal("MissingPermissions");
  return { world, guild, member };
}

/**
 * Players may only edit the permissions of commands that they can use (Discord documentation, Application Commands,
 * "Permissions").
 */
function requireCommandUse(
  { guild, member }: Editor,
  command: Command,
  permissions: readonly GuildCommandPermissions[],
): void {
  const use = {
    guild_id: guild.id,
    member: { user: member.player, roles: member.roles, permissions: guild.permissionsOf(member) },
    permissions,
  };
  const unrestricted = { ...command, nsfw: false, contexts: null };
  const isUsable = guild.channels.some(({ id, type, parentId = null }) => {
    return canUse(unrestricted, { ...use, channel: { id, type, parent_id: parentId } }).allowed;
  });
  if (!isUsable) throw refusal("MissingPermissions");
}

function requireManageAll(editor: Editor, overwrites: readonly PermissionOverwrite[]): void {
  const { guild, member } = editor;
  if (permits(guild.permissionsOf(member), Permission.Administrator)) return;
  if (!overwrites.every((overwrite) => manages(editor, overwrite))) throw refusal("MissingPermissions");
}

function manages({ world, guild, member }: Editor, { id, type }: PermissionOverwrite): boolean {
  const rank = guild.rankOf(member);
  switch (type) {
    case PermissionType.Channel:
      return permits(guild.permissionsOf(member), Permission.ManageChannels);
    case PermissionType.Role: {
      const role = guild.roles.find((entry) => entry.id === id);
      return !role || id === guild.id || role.position < rank;
    }
    case PermissionType.User: {
      const player = world.players.byId(id);
      const other = player && guild.member(player);
      return !other || id === member.player.id || guild.rankOf(other) < rank;
    }
  }
}

const commands = "/applications/:application_id/guilds/:guild_id/commands";

export const permissionRoutes: readonly Route[] = [
  ["GET", `${commands}/permissions`, withBook(({ book, scope }) => book.permissions.list(scope))],
  [
    "GET",
    `${commands}/:command_id/permissions`,
    withBook(({ book, scope }, call) => book.permissions.get(scope, parsePathId(call, "command_id"))),
  ],
  ["PUT", `${commands}/:command_id/permissions`, setPermissions],
];

async function setPermissions(call: ApiCall) {
  const applicationId = parsePathId(call, "application_id");
  const guildId = parsePathId(call, "guild_id");
  const caller = await call.authenticate();
  const player = requirePermissionEditing(caller, applicationId, guildId);
  const commandId = parsePathId(call, "command_id");
  const editor = findEditor(call.world, player, guildId);
  const { commands: book } = caller.application;
  if (commandId !== applicationId)
    requireCommandUse(editor, book.find(guildId, commandId), book.permissions.list(guildId));
  const { permissions } = parseFields(call);
  const findings = validatePermissions(permissions, { guildId, allowUnknownFields: true });
  refuseFindings(findings.map((finding) => ({ ...finding, keys: ["permissions", ...finding.keys] })));
  requireManageAll(editor, permissions as PermissionOverwrite[]);
  const before = book.permissions.list(guildId).find(({ id }) => id === commandId);
  const stored = book.permissions.set(guildId, commandId, permissions as PermissionOverwrite[]);
  const { clock, worldEvents } = call.world;
  worldEvents.emit({ name: "APPLICATION_COMMAND_PERMISSIONS_UPDATE", data: stored, applicationId });
  emitAuditLogEntry(worldEvents, clock.now(), {
    guildId,
    userId: player.id,
    targetId: commandId,
    action: AuditLogAction.ApplicationCommandPermissionUpdate,
    changes: listPermissionChanges(before?.permissions ?? [], stored.permissions),
    options: { application_id: applicationId },
  });
  return stored;
}
