// The exports shared by `slashpass/interactions` and `slashpass/interactions/production`.
export * from "./activity.ts";
export type { ActivityCodeOptions, ActivityPlayer } from "./exchange-code.ts";
export type { TokenResult } from "../tokens/token-set.ts";
export type {
  ChatInputDefinition,
  DefinedCommand,
  DefineOptions,
  EntryPointDefinition,
  HandledEntryPoint,
  MessageDefinition,
  ServiceEntryPoint,
  UserDefinition,
} from "./define/define-command.ts";
export {
  type ComponentDefinition,
  defineComponent,
  type DefinedComponent,
  type DefinedModal,
  defineModal,
  type HandlerResult,
  type ModalDefinition,
  type ResolvedRole,
  type ResolvedUser,
} from "./define/define-component.ts";
export type { EndpointOptions, RequestContext, SignedEndpoint } from "./endpoint/endpoint.ts";
export * from "./events.ts";
export type { Answer } from "./answer/delivery.ts";
export type { Before } from "./before.ts";
export { memorySeen, type Seen, type SeenOptions } from "./seen.ts";
export type { Definitions, InteractionHandler, InteractionHandlerOptions } from "./handler.ts";
export type { SyncClient, SyncedScope, SyncOptions, SyncResult } from "./define/sync-commands.ts";
export type {
  BodyFailure,
  BodyLimits,
  EndpointResponse,
  IncomingRequest,
  Problem,
  ProblemCode,
  Report,
} from "./endpoint/incoming.ts";
export {
  type AnswerOf,
  CommandInteraction,
  ComponentInteraction,
  Interaction,
  type LaunchOptions,
  type MessageAnswer,
  type ModalFields,
  ModalInteraction,
} from "./answer/interaction.ts";
export type { MessageId, Messages } from "./answer/messages.ts";
export type { FileData, FileOptions, MessageFile, MessageOptions } from "./messages/message-file.ts";
export type { CallOptions } from "../core/request/transport.ts";
export * from "./endpoint/node-listener.ts";
export type {
  Autocomplete,
  AutocompleteContext,
  ChatInputValues,
  FilledOptions,
  OptionDefinition,
  OptionValue,
  OptionValues,
  SubCommandDefinition,
  SubCommandGroupDefinition,
  SubCommandValues,
  ValueOptionDefinition,
} from "./define/option-values.ts";
export * from "./define/register-entry-point.ts";
export { type RawBody, type SignedMessage, verifyInteraction } from "./endpoint/verify.ts";
export type { ApiVersion, ServiceOptions } from "../core/request/addresses.ts";
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
