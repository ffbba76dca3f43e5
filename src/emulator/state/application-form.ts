import {
  type Check,
  dictionary,
  type Fields,
  id,
  list,
  nullable,
  oneOf,
  type Path,
  problem,
  record,
  text,
  url,
  whole,
} from "../../interactions/messages/rules/checks.ts";
import { installScopes } from "../../wire/application.ts";
import { applicationLimits as limits, roleConnectionLimits as metadataLimits } from "../../wire/limits.ts";
import { locales } from "../../wire/locale.ts";
import { RoleConnectionMetadataType } from "../../wire/role-connection.ts";
import { EventWebhooksStatus, webhookEventTypes } from "../../wire/webhook-event.ts";

const words = text(limits.descriptionLength);
const address = url(limits.urlLength);
const endpoint = url(limits.urlLength, "http", "https");

/** The documentation specifies a string, the published description an object. */
const description: Check = (value, path) =>
  typeof value === "string"
    ? words(value, path)
    : record({ required: { default: words }, optional: { localizations: dictionary(words) } })(value, path);

/** The documentation specifies decimal digits, the published description a number. */
const permissions: Check = (value, path) =>
  typeof value === "string" ? id(value, path) : whole(0, 2 ** 54)(value, path);

const installParams = record({
  optional: { scopes: list(oneOf(...installScopes), Infinity, 1), permissions },
});

/** See the service's published description, `ApplicationFormPartial`. */
export const applicationForm: Fields = {
  optional: {
    description,
    icon: text(Infinity),
    cover_image: text(Infinity),
    team_id: id,
    flags: whole(),
    interactions_endpoint_url: endpoint,
    explicit_content_filter: oneOf(0, 1),
    max_participants: whole(-1, limits.mostParticipants),
    type: oneOf(4),
    tags: list(text(limits.tagLength), limits.tags),
    custom_install_url: address,
    install_params: installParams,
    role_connections_verification_url: address,
    integration_types_config: dictionary(
      nullable(record({ optional: { oauth2_install_params: installParams } })),
    ),
    event_webhooks_status: oneOf(...Object.values(EventWebhooksStatus)),
    event_webhooks_url: endpoint,
    event_webhooks_types: list(oneOf(...webhookEventTypes)),
  },
};

const keyLength = text(metadataLimits.keyLength, 1);

const key: Check = (value, path) => {
  const problems = keyLength(value, path);
  if (problems.length > 0 || /^[a-z0-9_]+$/.test(String(value))) return problems;
  return problem(path, "STRING_TYPE_REGEX", "String value did not match validation regex.");
};

function localizations(read: Check): Check {
  const texts = dictionary(nullable(read));
  const known = oneOf(...locales);
  return (value, path) => [
    ...texts(value, path),
    ...namesOf(value).flatMap((locale) => known(locale, [...path, locale])),
  ];
}

const recordName = text(metadataLimits.nameLength, 1);
const recordDescription = text(metadataLimits.descriptionLength, 1);

const records = list(
  record({
    required: {
      type: oneOf(...Object.values(RoleConnectionMetadataType)),
      key,
      name: recordName,
      description: recordDescription,
    },
    optional: {
      name_localizations: localizations(recordName),
      description_localizations: localizations(recordDescription),
    },
  }),
  metadataLimits.metadata,
);

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

function namesOf(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
