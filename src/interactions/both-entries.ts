// The common exports of `slashpass/interactions` and `slashpass/interactions/production`.
export { type ActivityInstanceOptions, fetchActivityInstance } from "./activity-participant.ts";
export { exchangeActivityCode } from "./activity-code.ts";
export { type ActivityCodeOptions } from "./activity-code.ts";
export { type ActivityPlayer } from "./activity-code.ts";
export {
  activityLink,
  type ActivityLinkOptions,
  type FollowedLink,
  readActivityLink,
} from "./activity-link.ts";
export type { TokenResult } from "../tokens/token-set.ts";
export { type ParticipantOptions, verifyParticipant } from "./activity-participant.ts";
export type {
  ChatInputDefinition,
  DefinedCommand,
  DefineOptions,
  EntryPointDefinition,
  MessageDefinition,
  UserDefinition,
} from "./define/define-command.ts";
export { type HandlerResult } from "./define/define-component.ts";
export {
  type ComponentDefinition,
  defineComponent,
  type DefinedComponent,
  type DefinedModal,
  defineModal,
  type ModalDefinition,
} from "./define/define-component.ts";
export type { EndpointOptions, RequestContext, SignedEndpoint } from "./endpoint/endpoint.ts";
export type { HandledEntryPoint, ServiceEntryPoint } from "./define/define-command.ts";
export {
  createEventHandler,
  type EventContext,
  type EventHandler,
  type EventHandlerOptions,
} from "./events.ts";
export type { Answer } from "./answer/delivery.ts";
export type { InteractionHandler, InteractionHandlerOptions } from "./handler.ts";
export type { SyncClient, SyncedScope, SyncOptions, SyncResult } from "./define/sync-commands.ts";
export type { BodyFailure, BodyLimits, IncomingRequest } from "./endpoint/incoming.ts";
export {
  type AnswerOf,
  CommandInteraction,
  ComponentInteraction,
  Interaction,
  type LaunchOptions,
  type MessageAnswer,
  ModalInteraction,
} from "./answer/interaction.ts";
export type { MessageId, Messages } from "./answer/messages.ts";
export type { FileData } from "./messages/message-file.ts";
export type { MessageFile } from "./messages/message-file.ts";
export type { FileOptions, MessageOptions } from "./messages/message-options.ts";
export type { CallOptions } from "../core/request/transport.ts";
export type { ModalFields } from "./answer/modal-fields.ts";
export { createNodeListener, type NodeListener } from "./endpoint/node-listener.ts";
export type {
  Autocomplete,
  AutocompleteContext,
  FilledOptions,
  OptionDefinition,
  SubCommandDefinition,
  SubCommandGroupDefinition,
  ValueOptionDefinition,
} from "./define/option-values.ts";
export type { ChatInputValues, OptionValue, OptionValues, SubCommandValues } from "./define/option-values.ts";
export type { ResolvedRole, ResolvedUser } from "./define/define-component.ts";
export type { Problem, ProblemCode, Report } from "./endpoint/incoming.ts";
export { findEntryPoint, registerEntryPoint } from "./define/register-entry-point.ts";
export type { RawBody } from "./endpoint/raw-body.ts";
export type { EndpointAnswer } from "./endpoint/incoming.ts";
export type { Definitions } from "./handler.ts";
export type { ApiVersion, ServiceOptions } from "../core/request/addresses.ts";
export { type SignedMessage, verifyInteraction } from "./endpoint/verify.ts";
export { ClientError, ErrorType, isClientError } from "../core/errors.ts";
export { CommandType, EntryPointHandler } from "../wire/command.ts";
export { ChannelType, type Choice, OptionType } from "../wire/command-option.ts";
export * from "../wire/interaction.ts";
export * from "../wire/interaction-callback.ts";
export { JsonErrorCode } from "../wire/error.ts";
export * from "../wire/message.ts";
export type { ActivityInstance } from "../wire/application.ts";
export * from "../wire/webhook-event.ts";
export type { EntitlementData } from "../wire/monetization.ts";
export type { DeletedLobbyMessage, GameDirectMessage, LobbyMessage, SocialMessage } from "../wire/lobby.ts";
export type { WireUser } from "../wire/user.ts";
