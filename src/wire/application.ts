import type { Snowflake } from "./snowflake.ts";
import type { EventWebhooksStatus, WebhookEventType } from "./webhook-event.ts";
import type { RoleConnectionMetadata } from "./role-connection.ts";

/** The bits of an application's `flags` (Discord documentation, Application, "Application Flags"). @stable */
export const ApplicationFlag = {
  /** 1 << 8: "Public Client" in the developer portal (Discord Social SDK). */
  PublicClient: 256,
  /** 1 << 13: the `GUILD_PRESENCES` intent for a bot in fewer than 100 guilds. */
  GatewayPresenceLimited: 8192,
  /** 1 << 15: the `GUILD_MEMBERS` intent for a bot in fewer than 100 guilds. */
  GatewayGuildMembersLimited: 32_768,
  /** 1 << 17, EMBEDDED: the application has an Activity. */
  Embedded: 131_072,
  /** 1 << 19: the `MESSAGE_CONTENT` intent for a bot in fewer than 100 guilds. */
  GatewayMessageContentLimited: 524_288,
} as const;

/** @internal The flags that an application can set itself (Discord documentation, Application, "Edit Current Application"). */
export const settableApplicationFlags: number =
  ApplicationFlag.GatewayPresenceLimited |
  ApplicationFlag.GatewayGuildMembersLimited |
  ApplicationFlag.GatewayMessageContentLimited;

/** The scopes with which an application can be installed (published description, `ApplicationOAuth2InstallParams`). */
export const installScopes = ["applications.commands", "bot"] as const;

/** A scope with which an application can be installed. @stable */
export type InstallScope = (typeof installScopes)[number];

/** Installation parameters (Discord documentation, Application, "Install Params Object"). @stable */
export interface InstallParams {
  readonly scopes: readonly InstallScope[];
  /** The bot's permission bits, as a decimal string. */
  readonly permissions: string;
}

/**
 * The configuration of an installation context (Discord documentation, Application, "Application Integration Type Configuration
 * Object").
 *
 * @stable
 */
export interface IntegrationTypeConfig {
  readonly oauth2_install_params?: InstallParams | null | undefined;
}

/** The installation contexts: `0` for guilds, `1` for user accounts. @stable */
export type IntegrationTypesConfig = {
  readonly [Context in "0" | "1"]?: IntegrationTypeConfig | null | undefined;
};

/**
 * The settings that an application can change itself (Discord documentation, Application, "Edit Current Application"; Application
 * Role Connection Metadata). Omitted fields keep their values; null removes a value.
 *
 * @stable
 */
export interface ApplicationSettings {
  /** The profile description: up to 400 characters, or empty. */
  readonly description?: string | undefined;
  /** The icon, as a `data:` URL: a PNG, JPEG or GIF of up to 10 MiB. */
  readonly icon?: string | null | undefined;
  /** The invitation cover image, in the same format. */
  readonly cover_image?: string | null | undefined;
  /** Up to 5 distinct tags of 1 to 20 characters each. */
  readonly tags?: readonly string[] | undefined;
  /** `GatewayPresenceLimited`, `GatewayGuildMembersLimited` and `GatewayMessageContentLimited`. Other flags do not change. */
  readonly flags?: number | undefined;
  /** The http or https URL that receives interactions. The service tests it before saving the setting. */
  readonly interactions_endpoint_url?: string | null | undefined;
  /** The http or https URL of the page on which players link an account to get a role in a guild. */
  readonly role_connections_verification_url?: string | null | undefined;
  /** The http or https URL of a custom installation page. */
  readonly custom_install_url?: string | null | undefined;
  readonly install_params?: InstallParams | null | undefined;
  /** All installation contexts. Omitted contexts are removed. */
  readonly integration_types_config?: IntegrationTypesConfig | undefined;
  /** The http or https URL that receives webhook events. The service tests it before saving the setting. */
  readonly event_webhooks_url?: string | null | undefined;
  readonly event_webhooks_status?: EventWebhooksStatus | undefined;
  readonly event_webhooks_types?: readonly WebhookEventType[] | undefined;
  /** Which images in messages to scan: 0 follows each channel's setting, 1 scans all. */
  readonly explicit_content_filter?: 0 | 1 | undefined;
  /** The maximum number of players in an Activity: -1 (no limit) to 2^31-1. */
  readonly max_participants?: number | undefined;
  /** The values that guilds can require for a role: up to 5, each with a unique key. */
  readonly role_connections_metadata?: readonly RoleConnectionMetadata[] | undefined;
}

/** An application, as seen by its bot (Discord documentation, Application, "Application Object"). @stable */
export interface ApplicationData {
  /** The application's id, which is also the OAuth2 `client_id`. */
  readonly id: Snowflake;
  readonly name: string;
  /** The profile description, possibly empty. */
  readonly description: string;
  /** The icon hash. */
  readonly icon: string | null;
  /** The hash of the invitation cover image. */
  readonly cover_image?: string | null;
  /** The bits of {@link ApplicationFlag}, and possibly others. */
  readonly flags: number;
  /** The public key for verifying interaction signatures: 64 hexadecimal digits. */
  readonly verify_key: string;
  readonly tags?: readonly string[];
  readonly redirect_uris?: readonly string[];
  readonly bot_public?: boolean;
  readonly bot_require_code_grant?: boolean;
  readonly terms_of_service_url?: string | null;
  readonly privacy_policy_url?: string | null;
  readonly interactions_endpoint_url?: string | null;
  /** The page on which players link an account to get a role in a guild. */
  readonly role_connections_verification_url?: string | null;
  readonly custom_install_url?: string | null;
  readonly install_params?: InstallParams | null;
  readonly integration_types_config?: IntegrationTypesConfig | null;
  readonly event_webhooks_url?: string | null;
  /** Whether webhook events are sent. 3 means that the service has disabled them. */
  readonly event_webhooks_status?: number | null;
  readonly event_webhooks_types?: readonly string[] | null;
  /** Which images in messages are scanned: 0 follows each channel's setting, 1 scans all. */
  readonly explicit_content_filter?: number | null;
  readonly max_participants?: number | null;
}

/** A running Activity (Discord documentation, Application resource, "Activity Instance Object"). @stable */
export interface ActivityInstance {
  readonly application_id: Snowflake;
  /** The id shared by all players in one session. */
  readonly instance_id: string;
  readonly launch_id: Snowflake;
  readonly location: {
    /** The location's id: `location_id` in the page's URL. */
    readonly id: string;
    /** `gc`: a guild channel; `pc`: a private channel. */
    readonly kind: "gc" | "pc";
    readonly channel_id: Snowflake;
    /** The guild. Absent or null in a private channel. */
    readonly guild_id?: Snowflake | null;
  };
  readonly users: readonly Snowflake[];
}
