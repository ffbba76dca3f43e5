import { checkFields } from "../../interactions/messages/rules/checks.ts";
import type { RoleConnection, RoleConnectionMetadata } from "../../wire/role-connection.ts";
import { missingAccess, refuse } from "../base/refusal.ts";
import { roleConnectionForm, roleConnectionMetadataForm } from "./role-connections-form.ts";
import { mustBeBot, mustHaveScope, wrongApplication } from "../oauth/bearer.ts";
import type { RoleConnections } from "../state/role-connections.ts";
import { parseJson, parsePathId } from "./input.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

const metadata = "/applications/:application_id/role-connections/metadata";
const connection = "/users/@me/applications/:application_id/role-connection";

/** Linked roles (Application Commands Interface, "Other endpoints"). */
export const roleConnectionRoutes: readonly Route[] = [
  ["GET", metadata, getMetadata],
  ["PUT", metadata, setMetadata],
  ["GET", connection, getConnection],
  ["PUT", connection, setConnection],
];

async function getMetadata(call: ApiCall): Promise<ApiAnswer> {
  return { status: 200, body: (await ofBot(call)).metadata };
}

async function setMetadata(call: ApiCall): Promise<ApiAnswer> {
  const connections = await ofBot(call);
  const body = (parseJson(call) ?? []) as readonly RoleConnectionMetadata[];
  refuse(roleConnectionMetadataForm(body, []));
  connections.metadata = body.map(keptFields);
  return { status: 200, body: connections.metadata };
}

async function getConnection(call: ApiCall): Promise<ApiAnswer> {
  const { connections, playerId } = await ofUser(call);
  return { status: 200, body: connections.of(playerId) };
}

async function setConnection(call: ApiCall): Promise<ApiAnswer> {
  const { connections, playerId } = await ofUser(call);
  const body = parseJson(call);
  refuse(checkFields(body, roleConnectionForm));
  return { status: 200, body: connections.set(playerId, body as RoleConnection) };
}

async function ofBot(call: ApiCall): Promise<RoleConnections> {
  const application = mustBeBot(await call.authenticate());
  if (application.id !== parsePathId(call, "application_id")) throw wrongApplication();
  return application.roleConnections;
}

async function ofUser(call: ApiCall) {
  const caller = await call.authenticate();
  const player = mustHaveScope(caller, "role_connections.write");
  if (caller.application.id !== parsePathId(call, "application_id")) throw missingAccess();
  return { connections: caller.application.roleConnections, playerId: player.id };
}

/** A record without unknown fields, and without languages that have no text. */
function keptFields(record: RoleConnectionMetadata): RoleConnectionMetadata {
  const { type, key, name, description, name_localizations, description_localizations } = record;
  return {
    type,
    key,
    name,
    description,
    ...(name_localizations && { name_localizations: withoutNull(name_localizations) }),
    ...(description_localizations && { description_localizations: withoutNull(description_localizations) }),
  };
}

function withoutNull(texts: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
