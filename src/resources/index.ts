export { ApiClient } from "./client.ts";
export type { ApplicationApplyOptions, ApplicationEndpoints } from "./application/endpoints.ts";
export { imageDataUrl } from "./application/image-data.ts";
export * from "./application/plan.ts";
export type { SettingChange } from "./application/normalize.ts";
export { readApplicationSettings } from "./application/read-settings.ts";
export type * from "./channel.ts";
export type * from "./user-guilds.ts";
export type * from "./monetization.ts";
export type { GuildEndpoints } from "./guild.ts";
export { type LobbyEndpoints, LobbyMembersError, type LobbyMembersReport } from "./lobby.ts";
export type { RoleConnectionMetadataEndpoints, UserRoleConnection } from "./role-connections.ts";
export type {
  FileData,
  FileOptions,
  MessageFile,
  MessageOptions,
} from "../interactions/messages/message-file.ts";
export type * from "../wire/message.ts";
export type { ApiClientOptions, CallOptions } from "../core/request/transport.ts";
export { ApiError, type FieldError } from "../core/request/api-error.ts";
export type { ApiVersion, Fetch, ServiceOptions } from "../core/request/addresses.ts";
export type {
  ApiCredential,
  BotCredential,
  ClientCredential,
  UserCredential,
} from "../core/request/credential.ts";
export type { FieldLocation } from "../core/request/path.ts";
export type { TransportHooks, WaitReason } from "../core/request/call.ts";
export { ClientError, type ClientErrorInit, ErrorType, isClientError } from "../core/errors.ts";
export type {
  LimitedResponse,
  LimitedRequest,
  LimitKey,
  LimitReason,
  RequestLimits,
  RequestSlot,
} from "../core/request/limits.ts";
export type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
export type {
  ChannelOverwrite,
  GuildChannel,
  GuildData,
  GuildMemberData,
  GuildRole,
  ThreadMember,
} from "../wire/guild.ts";
export {
  type ApplicationData,
  ApplicationFlag,
  type ApplicationSettings,
  type InstallParams,
  type InstallScope,
  type IntegrationTypeConfig,
  type IntegrationTypesConfig,
} from "../wire/application.ts";
export {
  type RoleConnection,
  type RoleConnectionMetadata,
  RoleConnectionMetadataType,
} from "../wire/role-connection.ts";
export {
  LobbyMemberFlags,
  type LobbyMember,
  type LobbyMemberUpdate,
  type LobbyMetadata,
} from "../wire/lobby.ts";
export * from "../wire/locale.ts";
export {
  type EntitlementData,
  EntitlementOwnerType,
  EntitlementType,
  type SkuData,
  SkuFlag,
  SkuType,
  type SubscriptionData,
  SubscriptionStatus,
  type TestEntitlement,
} from "../wire/monetization.ts";
export type { UserGuild } from "../wire/user.ts";
export { EventWebhooksStatus, type WebhookEventType } from "../wire/webhook-event.ts";
