import { validatePermissions } from "../../commands/rules/validate.ts";
import type { PermissionOverwrite } from "../../wire/command-permission.ts";
import { Refusal } from "../base/refusal.ts";
import { refuseFindings } from "../commands/form-errors.ts";
import { mustEditPermissions, mustManageCommands } from "../oauth/bearer.ts";
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
  mustEditPermissions(await call.authenticate(), applicationId, guildId);
  const commandId = parsePathId(call, "command_id");
  const book = call.world.commandsOf(applicationId);
  if (commandId !== applicationId) book.mustExist(guildId, commandId);
  const { permissions } = parseFields(call);
  const findings = validatePermissions(permissions, { guildId });
  refuseFindings(findings.map((finding) => ({ ...finding, keys: ["permissions", ...finding.keys] })));
  const kept = book.permissions.set(guildId, commandId, permissions as PermissionOverwrite[]);
  call.world.happenings.tell({ name: "APPLICATION_COMMAND_PERMISSIONS_UPDATE", data: kept, applicationId });
  return { status: 200, body: kept };
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
