import { EventWebhooksStatus, webhookEventTypes } from "../../wire/webhook-event.ts";
import {
  type Check,
  dictionary,
  type Fields,
  id,
  list,
  nullable,
  oneOf,
  record,
  text,
  url,
  whole,
} from "../../interactions/messages/rules/checks.ts";

const words = text(400);
const address = url(2048);
/** Where the service sends something. */
const endpoint = url(2048, "http", "https");

/** A text, or one in several languages: the documentation has the one, the published description the other. */
const description: Check = (value, path) =>
  typeof value === "string"
    ? words(value, path)
    : record({ required: { default: words }, optional: { localizations: dictionary(words) } })(value, path);

/** Bits as a number, or as decimal digits: the published description has the one, the documentation the other. */
const permissions: Check = (value, path) =>
  typeof value === "string" ? id(value, path) : whole(0, 2 ** 54)(value, path);

const installParams = record({
  optional: { scopes: list(oneOf("applications.commands", "bot"), Infinity, 1), permissions },
});

/** What can be changed of an application (the service's published description, `ApplicationFormPartial`). */
export const applicationForm: Fields = {
  optional: {
    description,
    icon: text(Infinity),
    cover_image: text(Infinity),
    team_id: id,
    flags: whole(),
    interactions_endpoint_url: endpoint,
    explicit_content_filter: oneOf(0, 1),
    max_participants: whole(-1, 2 ** 31 - 1),
    type: oneOf(4),
    tags: list(text(20), 5),
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
