export type { ActivityInstance } from "../wire/application.ts";
export type { ActivityEventName, LayoutMode, Orientation, ThermalState } from "../wire/activity-rpc.ts";
export type { Browser } from "./player/browser.ts";
export type { BrowserOptions, MessageTarget } from "./player/input.ts";
export type {
  ConnectionOptions,
  EmulatorOptionsForClient,
  EmulatorOptionsForCommands,
  EmulatorOptionsForHandler,
} from "./server/emulator.ts";
export type { Invitation } from "./activity/invitations.ts";
export type { EmulatorApplication, EmulatorApplicationInit, LobbyInit } from "./state/application.ts";
export type { InitialSettings } from "./state/application-settings.ts";
export type { Lobby } from "./state/lobbies.ts";
export type { EventAttempt, EventDelivery } from "./outbound/event-sender.ts";
export type { WorldEventData, WorldEventName } from "./state/world-events.ts";
export type { InteractionsHandler } from "./outbound/signed-post.ts";
export type { EmulatedDesktopClient } from "./activity/desktop-client/desktop-client.ts";
export type {
  DesktopClientAnswer,
  DesktopClientInit,
  DesktopClientBehavior,
  DesktopClientPrompt,
} from "./activity/desktop-client/init.ts";
export {
  type ConnectedEmulator,
  connectEmulator,
  type ConnectEmulatorOptions,
  type RemotePlayer,
} from "./player/connect-emulator.ts";
export type { RemoteMethod, RemoteLocation } from "./player/connect-emulator.ts";
export { type Emulator, startEmulator } from "./server/emulator.ts";
export type { EmulatorOptions } from "./server/options.ts";
export type { Fault, FaultAnswer, FaultEffect } from "./base/fault.ts";
export type { FaultName } from "./base/fault-kinds.ts";
export type { Faults } from "./base/faults.ts";
export type { ConnectedBot, GatewayControls } from "./gateway/gateway-controls.ts";
export type { InvocationResult, LaunchedActivity } from "./player/interaction.ts";
export type { FormFields } from "./player/components.ts";
export type { OptionValue, OptionValues } from "./player/fill-options.ts";
export type { PlayerFile } from "./player/player-file.ts";
export type { PlayerLocation } from "./player/location.ts";
export type { VisibleControl, VisibleForm, VisibleMessage, VisibleOption } from "./player/visible.ts";
export type { ActivityPrompt, JoinedActivity } from "./player/joined-activity.ts";
export type { EmulatedJoinRequest, PlayerPresence } from "./state/presences.ts";
export type { ActivityData, ActivityListener, ScriptedActivity } from "./player/joined-activity.ts";
export type { FrameControls } from "./activity/controls.ts";
export type { FrameReport, LogLine, OrientationLock, RichPresence } from "./activity/report.ts";
export type {
  ActivityQuestion,
  ConsentQuestion,
  ExternalLinkQuestion,
  ImageQuestion,
  InviteQuestion,
  PurchaseQuestion,
  ShareInteractionQuestion,
  ShareLinkQuestion,
  ShareMomentQuestion,
} from "./activity/prompts.ts";
export type { RecordedMessage } from "./activity/report.ts";
export type { PromptAnswer } from "./activity/prompts.ts";
export type { Activity, PlayerAgent } from "./player/player-agent.ts";
export type { Channel } from "./state/channels.ts";
export type { Guild, Member, Role } from "./state/guild.ts";
export type {
  ChannelInit,
  GuildInit,
  MemberChange,
  MemberInit,
  MessageInit,
  RoleInit,
} from "./state/guild-init.ts";
export type { Player, PlayerInit } from "./state/players.ts";
export type { ActivityInit, UrlMapping } from "./state/url-mappings.ts";
export type { Quest, QuestInit, QuestEnrollment } from "./state/quest.ts";
export type { Purchase, Shop } from "./state/shop.ts";
export type { Entitlement, EntitlementInit, Sku, SkuInit } from "./state/monetization.ts";
export {
  createSigningKey,
  type InteractionToSign,
  type SignedHeaders,
  signInteraction,
  type SigningKey,
} from "./outbound/signed-post.ts";
export type { EmulatorState } from "./state/saved-world.ts";
export type { RequestRecord } from "./server/request-record.ts";
export type { WorldInit } from "./state/world.ts";
export { observedRateLimits, type RateLimit } from "./base/rate-limits.ts";
export type { Profile } from "../commands/rules/grades.ts";
export { type SkuPrice, SkuType, type SubscriptionData } from "../wire/monetization.ts";
export type { WebhookEventType } from "../wire/webhook-event.ts";
export { ClientError, type ClientErrorInit, ErrorType, isClientError } from "../core/errors.ts";
export type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
