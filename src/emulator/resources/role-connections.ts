import { checkFields, dictionary, type Fields, text } from "../../interactions/messages/rules/checks.ts";
import { roleConnectionLimits as limits } from "../../wire/limits.ts";
import type { RoleConnection, RoleConnectionMetadata } from "../../wire/role-connection.ts";
import { refuse, refusal } from "../base/refusal.ts";
import { mustBeBot, mustHaveScope } from "../oauth/bearer.ts";
import { roleConnectionMetadataForm } from "../state/application-form.ts";
import type { RoleConnections } from "../state/role-connections.ts";
import { parseJson, parsePathId } from "./input.ts";
import type { ApiCall, Route } from "./route.ts";

const roleConnectionForm: Fields = {
  optional: {
    platform_name: text(limits.platformNameLength),
    platform_username: text(limits.platformUsernameLength),
    metadata: dictionary(text(limits.valueLength, 1)),
  },
};

const metadata = "/applications/:application_id/role-connections/metadata";
const connection = "/users/@me/applications/:application_id/role-connection";

export const roleConnectionRoutes: readonly Route[] = [
  ["GET", metadata, getMetadata],
  ["PUT", metadata, setMetadata],
  ["GET", connection, getConnection],
  ["PUT", connection, setConnection],
];

async function getMetadata(call: ApiCall) {
  return (await ofBot(call)).metadata;
}

async function setMetadata(call: ApiCall) {
  const connections = await ofBot(call);
  const body = (parseJson(call) ?? []) as readonly RoleConnectionMetadata[];
  refuse(roleConnectionMetadataForm(body, []));
  connections.define(body);
  return connections.metadata;
}

async function getConnection(call: ApiCall) {
  const { connections, playerId } = await ofUser(call);
  return connections.of(playerId);
}

async function setConnection(call: ApiCall) {
  const { connections, playerId } = await ofUser(call);
  const body = parseJson(call);
  refuse(checkFields(body, roleConnectionForm));
  return connections.set(playerId, body as RoleConnection);
}

async function ofBot(call: ApiCall): Promise<RoleConnections> {
  const application = mustBeBot(await call.authenticate());
  if (application.id !== parsePathId(call, "application_id")) throw refusal("WrongApplication");
  return application.roleConnections;
}

async function ofUser(call: ApiCall) {
  const caller = await call.authenticate();
  const player = mustHaveScope(caller, "role_connections.write");
  if (caller.application.id !== parsePathId(call, "application_id")) throw refusal("MissingAccess");
  return { connections: caller.application.roleConnections, playerId: player.id };
}
