export type { ActivityInstance } from "../wire/activity-instance.ts";
export type { ActivityEventName, LayoutMode, Orientation, ThermalState } from "../wire/activity-rpc.ts";
export type { Browser, BrowserOptions } from "./browser.ts";
export type {
  ConnectionOptions,
  EmulatorOptionsForClient,
  EmulatorOptionsForCommands,
  EmulatorOptionsForHandler,
} from "./client-options.ts";
export type { Invitation } from "./activity/invitations.ts";
export type {
  EmulatorApplication,
  EmulatorApplicationInit,
  Entitlement,
  EntitlementInit,
  LobbyInit,
} from "./world/application.ts";
export type { Lobby } from "./world/lobbies.ts";
export type { EventAttempt, EventDelivery } from "./world/event-sender.ts";
export type { HappeningData, HappeningName } from "./world/happenings.ts";
export type { InteractionsHandler } from "./world/signed-post.ts";
export type { EmulatedDesktopClient } from "./desktop-client/desktop-client.ts";
export type { DesktopClientAnswer, DesktopClientInit, DesktopClientManner } from "./desktop-client/init.ts";
export type { DesktopClientPrompt } from "./desktop-client/prompt.ts";
export { type Emulator, startEmulator } from "./emulator.ts";
export type { EmulatorOptions } from "./options.ts";
export type { Fault, FaultAnswer, FaultEffect } from "./base/fault.ts";
export type { FaultName } from "./base/fault-kinds.ts";
export type { Faults } from "./base/faults.ts";
export type { ConnectedBot, GatewayControls } from "./gateway/gateway-controls.ts";
export type { InvocationResult, LaunchedActivity } from "./interactions/run-interaction.ts";
export type { FormFields } from "./interactions/components.ts";
export type { OptionValue, OptionValues } from "./interactions/fill-options.ts";
export type { Place } from "./interactions/place.ts";
export type { SeenControl, SeenForm, SeenMessage, SeenOption } from "./interactions/seen.ts";
export type { ActivityPrompt, JoinedActivity } from "./joined-activity.ts";
export type { ActivityData, ActivityListener, ScriptedActivity } from "./scripted-activity.ts";
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
} from "./activity/question.ts";
export type { RecordedMessage } from "./activity/recorded-message.ts";
export type { PromptAnswer } from "./rpc/prompts.ts";
export type { Activity, PlayerAgent, Where } from "./player-agent.ts";
export type { Channel } from "./world/channels.ts";
export type { Guild, Member, Role } from "./world/guild.ts";
export type {
  ChannelInit,
  GuildInit,
  MemberChange,
  MemberInit,
  MessageInit,
  RoleInit,
} from "./world/guild-init.ts";
export type { PlayerInit } from "./world/player-init.ts";
export type { Player } from "./world/players.ts";
export type { ActivityInit, UrlMapping } from "./world/url-mappings.ts";
export type { Quest, QuestInit, QuestEnrollment } from "./world/quest.ts";
export type { Purchase, Shop } from "./world/shop.ts";
export type { Sku, SkuInit } from "./world/skus.ts";
export {
  createSigningKey,
  type InteractionToSign,
  type SignedHeaders,
  signInteraction,
  type SigningKey,
} from "./world/sign-interaction.ts";
export type { EmulatorState } from "./world/saved-world.ts";
export type { RequestRecord } from "./request-record.ts";
export type { WorldInit } from "./world/world-init.ts";
export { observedRateLimits, type RateLimit } from "./base/rate-limits.ts";
export type { Profile } from "../commands/rules/grades.ts";
export { type SkuPrice, SkuType } from "../wire/sku.ts";
export type { SubscriptionData } from "../wire/subscription.ts";
export type { WebhookEventType } from "../wire/webhook-event.ts";
export { ClientError, type ClientErrorInit, ErrorType, isClientError } from "../errors.ts";
export type { Snowflake, SnowflakeInput } from "../snowflake.ts";
