import type { RoleConnectionMetadata } from "./role-connection.ts";
import type { Snowflake } from "./snowflake.ts";
import type { EventWebhooksStatus, WebhookEventType } from "./webhook-event.ts";

/** The bits of an application's `flags` (Discord documentation, Application, "Application Flags"). */
export const ApplicationFlag = {
  /** 1 << 8: the switch "Public Client" of the portal (Discord Social SDK). */
  PublicClient: 256,
  /** 1 << 13: the intent `GUILD_PRESENCES` for a bot in fewer than 100 guilds. */
  GatewayPresenceLimited: 8192,
  /** 1 << 15: the intent `GUILD_MEMBERS` for a bot in fewer than 100 guilds. */
  GatewayGuildMembersLimited: 32_768,
  /** 1 << 17, EMBEDDED: it has an Activity. */
  Embedded: 131_072,
  /** 1 << 19: the intent `MESSAGE_CONTENT` for a bot in fewer than 100 guilds. */
  GatewayMessageContentLimited: 524_288,
} as const;

/** The flags that an application sets itself (Discord documentation, Application, "Edit Current Application"). */
export const settableFlags: number =
  ApplicationFlag.GatewayPresenceLimited |
  ApplicationFlag.GatewayGuildMembersLimited |
  ApplicationFlag.GatewayMessageContentLimited;

/** The scopes with which an application is added (published description, `ApplicationOAuth2InstallParams`). */
export const installScopes = ["applications.commands", "bot"] as const;

/** A scope with which an application is added. */
export type InstallScope = (typeof installScopes)[number];

/** What is asked for when an application is added (Discord documentation, Application, "Install Params Object"). */
export interface InstallParams {
  /** One scope or both. */
  readonly scopes: readonly InstallScope[];
  /** The permissions of the bot: permission bits as a decimal string. */
  readonly permissions: string;
}

/** One installation context (Discord documentation, Application, "Application Integration Type Configuration Object"). */
export interface IntegrationTypeConfig {
  /** What is asked for in this context. Left out: nothing is preset. */
  readonly oauth2_install_params?: InstallParams | null | undefined;
}

/** The installation contexts: `0`, into guilds; `1`, to a user's account. */
export type IntegrationTypesConfig = {
  readonly [Context in "0" | "1"]?: IntegrationTypeConfig | null | undefined;
};

/**
 * The settings that an application makes through the API, as the service spells them (Discord documentation, Application, "Edit
 * Current Application"; Application Role Connection Metadata). A field that is left out stays as it is; null removes it.
 */
export interface ApplicationSettings {
  /** The text on its profile: up to 400 characters; empty for none. */
  readonly description?: string | undefined;
  /** Its picture: a `data:` URL of a PNG, JPEG or GIF of up to 10 MiB. */
  readonly icon?: string | null | undefined;
  /** The picture of its invitations: of the same form. */
  readonly cover_image?: string | null | undefined;
  /** Up to 5 different words, each of 1 to 20 characters. */
  readonly tags?: readonly string[] | undefined;
  /**
   * The wanted bits of `GatewayPresenceLimited`, `GatewayGuildMembersLimited` and `GatewayMessageContentLimited`; the other flags
   * stay as they are.
   */
  readonly flags?: number | undefined;
  /** The http or https URL that interactions go to. The service tries it first. */
  readonly interactions_endpoint_url?: string | null | undefined;
  /** The page on which players link an account for a role of a guild: an http or https URL. */
  readonly role_connections_verification_url?: string | null | undefined;
  /** The page that adds the application, where it is one of your own: an http or https URL. */
  readonly custom_install_url?: string | null | undefined;
  /** What is asked for when the application is added. */
  readonly install_params?: InstallParams | null | undefined;
  /** Every installation context that the application has: one that is left out is removed. */
  readonly integration_types_config?: IntegrationTypesConfig | undefined;
  /** The http or https URL that webhook events go to. The service tries it first. */
  readonly event_webhooks_url?: string | null | undefined;
  /** Whether webhook events are sent. */
  readonly event_webhooks_status?: EventWebhooksStatus | undefined;
  /** The webhook events that are sent. */
  readonly event_webhooks_types?: readonly WebhookEventType[] | undefined;
  /** Whether pictures of its messages are looked at: 0 as each channel says, 1 always. */
  readonly explicit_content_filter?: 0 | 1 | undefined;
  /** Players of one Activity: from -1, no limit, to 2^31-1. */
  readonly max_participants?: number | undefined;
  /** Every value that guilds can demand of players for a role: up to 5, each with a key of its own. */
  readonly role_connections_metadata?: readonly RoleConnectionMetadata[] | undefined;
}

/** An application as its bot reads it (Discord documentation, Application, "Application Object"). */
export interface ApplicationData {
  /** Also the `client_id` of its sign-ins. */
  readonly id: Snowflake;
  /** Name that players see. */
  readonly name: string;
  /** Its text; empty for none. */
  readonly description: string;
  /** The hash of its picture. */
  readonly icon: string | null;
  /** The hash of the picture of its invitations. */
  readonly cover_image?: string | null;
  /** The bits of {@link ApplicationFlag}, and others. */
  readonly flags: number;
  /** The key that signatures of its interactions are checked with: 64 hexadecimal digits. */
  readonly verify_key: string;
  /** The words that it is found by. */
  readonly tags?: readonly string[];
  /** The registered redirects. */
  readonly redirect_uris?: readonly string[];
  /** Whether everybody can add its bot. */
  readonly bot_public?: boolean;
  /** Whether its bot joins only with the whole code grant. */
  readonly bot_require_code_grant?: boolean;
  /** The page of its terms of service. */
  readonly terms_of_service_url?: string | null;
  /** The page of its privacy policy. */
  readonly privacy_policy_url?: string | null;
  /** The URL that interactions go to. */
  readonly interactions_endpoint_url?: string | null;
  /** The page on which players link an account for a role of a guild. */
  readonly role_connections_verification_url?: string | null;
  /** The page that adds it, where it is one of its own. */
  readonly custom_install_url?: string | null;
  /** What is asked for when it is added. */
  readonly install_params?: InstallParams | null;
  /** Its installation contexts. */
  readonly integration_types_config?: IntegrationTypesConfig | null;
  /** The URL that webhook events go to. */
  readonly event_webhooks_url?: string | null;
  /** Whether webhook events are sent; 3: the service has stopped them. */
  readonly event_webhooks_status?: number | null;
  /** The webhook events that are sent. */
  readonly event_webhooks_types?: readonly string[] | null;
  /** Whether pictures of its messages are looked at. */
  readonly explicit_content_filter?: number | null;
  /** Players of one Activity. */
  readonly max_participants?: number | null;
}

/** A running Activity (Discord documentation, Application resource, "Activity Instance Object"). */
export interface ActivityInstance {
  /** The Activity's application. */
  readonly application_id: Snowflake;
  /** The players of one instance play together. */
  readonly instance_id: string;
  /** The launch that started it. */
  readonly launch_id: Snowflake;
  /** The channel in which it runs. */
  readonly location: {
    /** Id of the place, for comparison with `location_id` of the page's address. */
    readonly id: string;
    /** `gc`: a channel of a guild; `pc`: a private channel. */
    readonly kind: "gc" | "pc";
    /** The channel in which it was launched. */
    readonly channel_id: Snowflake;
    /** The guild; absent or null in a private channel. */
    readonly guild_id?: Snowflake | null;
  };
  /** The ids of its participants. */
  readonly users: readonly Snowflake[];
}
