import { fields } from "../../core/check/fields.ts";
import {
  textOf,
  isWellFormed,
  listOf,
  oneOf,
  optional,
  orNull,
  type Reader,
  readerOf,
  refuseDuplicates,
  whole,
} from "../../core/check/readers.ts";
import {
  type ApplicationSettings,
  type InstallParams,
  installScopes,
  type IntegrationTypeConfig,
  type IntegrationTypesConfig,
  settableApplicationFlags,
} from "../../wire/application.ts";
import { applicationLimits as limits } from "../../wire/limits.ts";
import { bitsOf } from "../../wire/permission-bits.ts";
import { EventWebhooksStatus, webhookEventTypes } from "../../wire/webhook-event.ts";
import { readRecords } from "../role-connections.ts";
import { imageData } from "./image-data.ts";

const address = readerOf<string>(
  `an http or https URL of at most ${limits.urlLength} characters, without a user name or password`,
  (value) =>
    typeof value === "string" &&
    value.length <= limits.urlLength &&
    isWellFormed(value) &&
    URL.canParse(value) &&
    isPlainWebAddress(new URL(value)),
);

function isPlainWebAddress({ protocol, username, password }: URL): boolean {
  return ["http:", "https:"].includes(protocol) && username === "" && password === "";
}

function setOf<T extends string>(read: Reader<T>, most: number): Reader<readonly T[]> {
  const readList = listOf(read, most);
  return (value, name) => {
    const items = readList(value, name);
    refuseDuplicates(items, (index, item) => [
      `${name}[${index}] is ${JSON.stringify(item)}, which is already in the list.`,
      "List it only once.",
    ]);
    return items;
  };
}

const installParams = fields<InstallParams>({
  scopes: setOf(oneOf(installScopes), installScopes.length),
  permissions: readerOf("permission bits as a decimal string", (value) => bitsOf(value) !== undefined),
});

const context = optional(
  orNull(fields<IntegrationTypeConfig>({ oauth2_install_params: optional(orNull(installParams)) })),
);

const flags = readerOf<number>(
  "bits of GatewayPresenceLimited, GatewayGuildMembersLimited and GatewayMessageContentLimited",
  (value) =>
    Number.isInteger(value) && Number(value) >= 0 && (Number(value) & ~settableApplicationFlags) === 0,
);

const link = optional(orNull(address));

export const readSettings: Reader<ApplicationSettings> = fields<ApplicationSettings>({
  description: optional(textOf({ least: 0, most: limits.descriptionLength })),
  icon: optional(orNull(imageData)),
  cover_image: optional(orNull(imageData)),
  tags: optional(setOf(textOf({ most: limits.tagLength }), limits.tags)),
  flags: optional(flags),
  interactions_endpoint_url: link,
  role_connections_verification_url: link,
  custom_install_url: link,
  install_params: optional(orNull(installParams)),
  integration_types_config: optional(fields<IntegrationTypesConfig>({ 0: context, 1: context })),
  event_webhooks_url: link,
  event_webhooks_status: optional(oneOf(Object.values(EventWebhooksStatus))),
  event_webhooks_types: optional(setOf(oneOf(webhookEventTypes), webhookEventTypes.length)),
  explicit_content_filter: optional(oneOf([0, 1] as const)),
  max_participants: optional(whole(-1, limits.maxParticipants)),
  role_connections_metadata: optional(readRecords),
});

/**
 * Validates an application's settings locally.
 *
 * @stable
 * @returns a copy.
 * @throws ClientError `invalid_argument`, `unknown_option`, or `duplicate` if a value is repeated.
 */
export function readApplicationSettings(application: ApplicationSettings): ApplicationSettings {
  return readSettings(application, "application");
}
