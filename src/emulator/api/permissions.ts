import { validatePermissions } from "../../commands/rules/validate.ts";
import type { PermissionOverwrite } from "../../wire/command-permission.ts";
import type { ApiAnswer, ApiContext, ApiRequest } from "./route.ts";
import { parseJson, parsePathId } from "./input.ts";
import { mustEditPermissions, mustManageCommands } from "../oauth/bearer.ts";
import { refuseFindings } from "../commands/form-errors.ts";
import { Refusal } from "../base/refusal.ts";

type Call = [context: ApiContext, request: ApiRequest, parts: readonly (string | undefined)[]];

export async function listPermissions(...[context, request, parts]: Call): Promise<ApiAnswer> {
  const { applicationId, guildId } = parsePlace(parts);
  mustManageCommands(await request.authenticate(), applicationId, guildId);
  return { status: 200, body: context.commandsOf(applicationId).permissions.list(guildId) };
}

export async function getPermissions(...[context, request, parts]: Call): Promise<ApiAnswer> {
  const { applicationId, guildId } = parsePlace(parts);
  mustManageCommands(await request.authenticate(), applicationId, guildId);
  const commandId = parsePathId("command_id", parts[2]);
  return { status: 200, body: context.commandsOf(applicationId).permissions.get(guildId, commandId) };
}

export async function setPermissions(...[context, request, parts]: Call): Promise<ApiAnswer> {
  const { applicationId, guildId } = parsePlace(parts);
  mustEditPermissions(await request.authenticate(), applicationId, guildId);
  const commandId = parsePathId("command_id", parts[2]);
  const book = context.commandsOf(applicationId);
  if (commandId !== applicationId) book.mustExist(guildId, commandId);
  const { permissions } = (parseJson(request) ?? {}) as { permissions?: unknown };
  const findings = validatePermissions(permissions, { guildId });
  refuseFindings(findings.map((finding) => ({ ...finding, keys: ["permissions", ...finding.keys] })));
  const kept = book.permissions.set(guildId, commandId, permissions as PermissionOverwrite[]);
  return { status: 200, body: kept };
}

/** The batch edit is switched off at the service. @throws Refusal 405. */
export function refuseBatchEdit(): never {
  throw new Refusal(405, 0, "405: Method Not Allowed");
}

function parsePlace([application, guild]: readonly (string | undefined)[]) {
  return {
    applicationId: parsePathId("application_id", application),
    guildId: parsePathId("guild_id", guild),
  };
}
