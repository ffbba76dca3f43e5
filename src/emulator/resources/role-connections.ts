import {
  type Check,
  dictionary,
  type Fields,
  list,
  nullable,
  oneOf,
  type Path,
  problem,
  record,
  text,
  checkFields,
} from "../../interactions/messages/rules/checks.ts";
import { locales } from "../../wire/locale.ts";
import { roleConnectionLimits as limits } from "../../wire/limits.ts";
import {
  RoleConnectionMetadataType,
  type RoleConnection,
  type RoleConnectionMetadata,
} from "../../wire/role-connection.ts";
import { refuse, refusal } from "../base/refusal.ts";
import { mustBeBot, mustHaveScope } from "../oauth/bearer.ts";
import { withoutNulls } from "../state/command-record.ts";
import type { RoleConnections } from "../state/role-connections.ts";
import { parseJson, parsePathId } from "./input.ts";
import type { ApiCall, Route } from "./route.ts";

const keyLength = text(limits.keyLength, 1);

const key: Check = (value, path) => {
  const problems = keyLength(value, path);
  if (problems.length > 0 || /^[a-z0-9_]+$/.test(String(value))) return problems;
  return problem(path, "STRING_TYPE_REGEX", "String value did not match validation regex.");
};

/** Texts by language: a language that does not exist is refused where it stands. */
function localizations(words: Check): Check {
  const texts = dictionary(nullable(words));
  const known = oneOf(...locales);
  return (value, path) => [
    ...texts(value, path),
    ...namesOf(value).flatMap((locale) => known(locale, [...path, locale])),
  ];
}

const name = text(limits.nameLength, 1);
const description = text(limits.descriptionLength, 1);

const records = list(
  record({
    required: { type: oneOf(...Object.values(RoleConnectionMetadataType)), key, name, description },
    optional: {
      name_localizations: localizations(name),
      description_localizations: localizations(description),
    },
  }),
  limits.metadata,
);

/** The values that guilds can demand of players for a role. */
export const roleConnectionMetadataForm: Check = (value, path) => {
  const problems = records(value, path);
  return problems.length > 0 ? problems : checkKeys(value as readonly { readonly key: string }[], path);
};

function checkKeys(items: readonly { readonly key: string }[], path: Path) {
  const keys = items.map((item) => item.key);
  return keys.flatMap((one, index) =>
    keys.indexOf(one) === index
      ? []
      : problem(
          [...path, String(index), "key"],
          "APPLICATION_ROLE_CONNECTION_METADATA_DUPLICATE_KEY",
          "Another record has this key already.",
        ),
  );
}

/** An application's values of a player. */
const roleConnectionForm: Fields = {
  optional: {
    platform_name: text(limits.platformNameLength),
    platform_username: text(limits.platformUsernameLength),
    metadata: dictionary(text(limits.valueLength, 1)),
  },
};

function namesOf(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

const metadata = "/applications/:application_id/role-connections/metadata";
const connection = "/users/@me/applications/:application_id/role-connection";

/** Linked roles (Application Commands Interface, "Other endpoints"). */
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
  connections.metadata = body.map(keptFields);
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

/** A record without unknown fields, and without languages that have no text. */
function keptFields(kept: RoleConnectionMetadata): RoleConnectionMetadata {
  const { name_localizations, description_localizations } = kept;
  return {
    type: kept.type,
    key: kept.key,
    name: kept.name,
    description: kept.description,
    ...(name_localizations && { name_localizations: withoutNulls(name_localizations) }),
    ...(description_localizations && { description_localizations: withoutNulls(description_localizations) }),
  };
}
