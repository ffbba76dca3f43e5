import type { RoleConnectionMetadata } from "./role-connection.ts";
import type { Snowflake } from "./snowflake.ts";
import type { EventWebhooksStatus, WebhookEventType } from "./webhook-event.ts";

/** The bits of an application's `flags` (Discord documentation, Application, "Application Flags"). */
export const ApplicationFlag = {
  /** 1 << 8: "Public Client" in the developer portal (Discord Social SDK). */
  PublicClient: 256,
  /** 1 << 13: the intent `GUILD_PRESENCES` for a bot in fewer than 100 guilds. */
  GatewayPresenceLimited: 8192,
  /** 1 << 15: the intent `GUILD_MEMBERS` for a bot in fewer than 100 guilds. */
  GatewayGuildMembersLimited: 32_768,
  /** 1 << 17, EMBEDDED: the application has an Activity. */
  Embedded: 131_072,
  /** 1 << 19: the intent `MESSAGE_CONTENT` for a bot in fewer than 100 guilds. */
  GatewayMessageContentLimited: 524_288,
} as const;

/** The flags that an application can set itself (Discord documentation, Application, "Edit Current Application"). */
export const settableApplicationFlags: number =
  ApplicationFlag.GatewayPresenceLimited |
  ApplicationFlag.GatewayGuildMembersLimited |
  ApplicationFlag.GatewayMessageContentLimited;

/** The scopes for installing an application (published description, `ApplicationOAuth2InstallParams`). */
export const installScopes = ["applications.commands", "bot"] as const;

/** A scope for installing an application. */
export type InstallScope = (typeof installScopes)[number];

/** Installation parameters (Discord documentation, Application, "Install Params Object"). */
export interface InstallParams {
  /** One or both scopes. */
  readonly scopes: readonly InstallScope[];
  /** The bot's permission bits, as a decimal string. */
  readonly permissions: string;
}

/** An installation context (Discord documentation, Application, "Application Integration Type Configuration Object"). */
export interface IntegrationTypeConfig {
  /** The installation parameters. */
  readonly oauth2_install_params?: InstallParams | null | undefined;
}

/** The installation contexts: `0` for guilds, `1` for user accounts. */
export type IntegrationTypesConfig = {
  readonly [Context in "0" | "1"]?: IntegrationTypeConfig | null | undefined;
};

/**
 * The settings that an application can change itself (Discord documentation, Application, "Edit Current Application"; Application
 * Role Connection Metadata). Omitted fields are unchanged; null removes a value.
 */
export interface ApplicationSettings {
  /** The profile description: up to 400 characters, or empty. */
  readonly description?: string | undefined;
  /** The icon: a `data:` URL of a PNG, JPEG or GIF of up to 10 MiB. */
  readonly icon?: string | null | undefined;
  /** The invitation cover image, in the same format. */
  readonly cover_image?: string | null | undefined;
  /** Up to 5 different tags, each of 1 to 20 characters. */
  readonly tags?: readonly string[] | undefined;
  /** `GatewayPresenceLimited`, `GatewayGuildMembersLimited` and `GatewayMessageContentLimited`. Other flags are unchanged. */
  readonly flags?: number | undefined;
  /** The http or https URL for interactions. The service tests it first. */
  readonly interactions_endpoint_url?: string | null | undefined;
  /** The page for linking an account for a guild role: an http or https URL. */
  readonly role_connections_verification_url?: string | null | undefined;
  /** The custom installation page: an http or https URL. */
  readonly custom_install_url?: string | null | undefined;
  /** The installation parameters. */
  readonly install_params?: InstallParams | null | undefined;
  /** All installation contexts. Omitted ones are removed. */
  readonly integration_types_config?: IntegrationTypesConfig | undefined;
  /** The http or https URL for webhook events. The service tests it first. */
  readonly event_webhooks_url?: string | null | undefined;
  /** Whether webhook events are sent. */
  readonly event_webhooks_status?: EventWebhooksStatus | undefined;
  /** The webhook events to send. */
  readonly event_webhooks_types?: readonly WebhookEventType[] | undefined;
  /** Whether to scan images in messages: 0 as configured per channel, 1 always. */
  readonly explicit_content_filter?: 0 | 1 | undefined;
  /** The maximum number of players in an Activity: -1 (no limit) to 2^31-1. */
  readonly max_participants?: number | undefined;
  /** The values that guilds can require for a role: up to 5, each with a unique key. */
  readonly role_connections_metadata?: readonly RoleConnectionMetadata[] | undefined;
}

/** An application, as read by its bot (Discord documentation, Application, "Application Object"). */
export interface ApplicationData {
  /** The id, which is also the OAuth2 `client_id`. */
  readonly id: Snowflake;
  /** The displayed name. */
  readonly name: string;
  /** The profile description, possibly empty. */
  readonly description: string;
  /** The icon's hash. */
  readonly icon: string | null;
  /** The hash of the invitation cover image. */
  readonly cover_image?: string | null;
  /** The bits of {@link ApplicationFlag}, and others. */
  readonly flags: number;
  /** The public key for signatures of interactions: 64 hexadecimal digits. */
  readonly verify_key: string;
  /** The tags for search. */
  readonly tags?: readonly string[];
  /** The registered redirect URIs. */
  readonly redirect_uris?: readonly string[];
  /** Whether anyone can add the bot. */
  readonly bot_public?: boolean;
  /** Whether the bot requires the full code grant. */
  readonly bot_require_code_grant?: boolean;
  /** The URL of the terms of service. */
  readonly terms_of_service_url?: string | null;
  /** The URL of the privacy policy. */
  readonly privacy_policy_url?: string | null;
  /** The URL for interactions. */
  readonly interactions_endpoint_url?: string | null;
  /** The page for linking an account for a guild role. */
  readonly role_connections_verification_url?: string | null;
  /** The custom installation page. */
  readonly custom_install_url?: string | null;
  /** The installation parameters. */
  readonly install_params?: InstallParams | null;
  /** The installation contexts. */
  readonly integration_types_config?: IntegrationTypesConfig | null;
  /** The URL for webhook events. */
  readonly event_webhooks_url?: string | null;
  /** Whether webhook events are sent. 3 means disabled by the service. */
  readonly event_webhooks_status?: number | null;
  /** The webhook events to send. */
  readonly event_webhooks_types?: readonly string[] | null;
  /** Whether images in messages are scanned. */
  readonly explicit_content_filter?: number | null;
  /** The maximum number of players in an Activity. */
  readonly max_participants?: number | null;
}

/** A running Activity (Discord documentation, Application resource, "Activity Instance Object"). */
export interface ActivityInstance {
  /** The Activity's application. */
  readonly application_id: Snowflake;
  /** The id shared by players of one session. */
  readonly instance_id: string;
  /** The launch that started it. */
  readonly launch_id: Snowflake;
  /** The location in which it runs. */
  readonly location: {
    /** The id of the location: `location_id` in the page's URL. */
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
