import { validatePermissions } from "../../commands/rules/validate.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { AuditLogAction } from "../../wire/audit-log-entry.ts";
import type { GuildCommandPermissions, PermissionOverwrite } from "../../wire/command-permission.ts";
import { Refusal } from "../base/refusal.ts";
import { refuseFindings } from "../state/form-errors.ts";
import { listPermissionChanges } from "../state/permission-changes.ts";
import { mustEditPermissions, mustManageCommands } from "../oauth/bearer.ts";
import { tellAuditLog } from "../state/audit-log.ts";
import type { World } from "../state/world.ts";
import { findEditor, mustManageAll, mustUseCommand } from "./edit-rights.ts";
import { parseFields, parsePathId } from "./input.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

const commands = "/applications/:application_id/guilds/:guild_id/commands";

export const permissionRoutes: readonly Route[] = [
  ["GET", `${commands}/permissions`, listPermissions],
  ["PUT", `${commands}/permissions`, refuseBatchEdit],
  ["GET", `${commands}/:command_id/permissions`, getPermissions],
  ["PUT", `${commands}/:command_id/permissions`, setPermissions],
];

async function listPermissions(call: ApiCall): Promise<ApiAnswer> {
  const { applicationId, guildId } = parsePlace(call);
  mustManageCommands(await call.authenticate(), applicationId, guildId);
  return { status: 200, body: call.world.commandsOf(applicationId).permissions.list(guildId) };
}

async function getPermissions(call: ApiCall): Promise<ApiAnswer> {
  const { applicationId, guildId } = parsePlace(call);
  mustManageCommands(await call.authenticate(), applicationId, guildId);
  const commandId = parsePathId(call, "command_id");
  return { status: 200, body: call.world.commandsOf(applicationId).permissions.get(guildId, commandId) };
}

async function setPermissions(call: ApiCall): Promise<ApiAnswer> {
  const { applicationId, guildId } = parsePlace(call);
  const player = mustEditPermissions(await call.authenticate(), applicationId, guildId);
  const commandId = parsePathId(call, "command_id");
  const editor = findEditor(call.world, player, guildId);
  const book = call.world.commandsOf(applicationId);
  if (commandId !== applicationId) mustUseCommand(editor, book.find(guildId, commandId));
  const { permissions } = parseFields(call);
  const findings = validatePermissions(permissions, { guildId, allowUnknownFields: true });
  refuseFindings(findings.map((finding) => ({ ...finding, keys: ["permissions", ...finding.keys] })));
  mustManageAll(editor, permissions as PermissionOverwrite[]);
  const before = book.permissions.list(guildId).find(({ id }) => id === commandId);
  const kept = book.permissions.set(guildId, commandId, permissions as PermissionOverwrite[]);
  tellEdit(call.world, kept, { before: before?.permissions ?? [], userId: player.id });
  return { status: 200, body: kept };
}

function tellEdit(
  { clock, happenings }: World,
  kept: GuildCommandPermissions,
  { before, userId }: { readonly before: readonly PermissionOverwrite[]; readonly userId: Snowflake },
): void {
  const { id: targetId, application_id: applicationId, guild_id: guildId } = kept;
  happenings.tell({ name: "APPLICATION_COMMAND_PERMISSIONS_UPDATE", data: kept, applicationId });
  tellAuditLog(happenings, clock.now(), {
    guildId,
    userId,
    targetId,
    action: AuditLogAction.ApplicationCommandPermissionUpdate,
    changes: listPermissionChanges(before, kept.permissions),
    options: { application_id: applicationId },
  });
}

/** The batch edit is switched off at the service. @throws Refusal 405. */
function refuseBatchEdit(): never {
  throw new Refusal(405, 0, "405: Method Not Allowed");
}

function parsePlace(call: ApiCall) {
  return {
    applicationId: parsePathId(call, "application_id"),
    guildId: parsePathId(call, "guild_id"),
  };
}
