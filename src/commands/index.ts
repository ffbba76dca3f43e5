export { CommandsClient, type CommandsClientOptions } from "./client.ts";
export { ApiError, type FieldError } from "../core/request/api-error.ts";
export type {
  ApiCredential,
  BotCredential,
  ClientCredential,
  UserCredential,
} from "../core/request/credential.ts";
export { installLink, type InstallLinkOptions } from "./install-link.ts";
export type { CommandPermissions, CommandScope, GuildScope } from "./scope.ts";
export {
  administratorsOnly,
  allChannelsId,
  everyoneId,
  formatPermissions,
  hasPermissions,
  parsePermissions,
  permissionNames,
} from "./use/permission-bits.ts";
export { memberPermissions, type RoleHolder } from "./use/member-permissions.ts";
export { canUse } from "./use/can-use.ts";
export type { CommandUse, RestrictedCommand, UseRule, UseVerdict } from "./use/read-use.ts";
export type {
  EditOptions,
  GuildResult,
  OverwriteOptions,
  PermissionGuilds,
  RolloutOptions,
  RolloutSet,
  ScopePlanOptions,
  Snapshot,
  SnapshotOptions,
} from "./options.ts";
export type { PermissionRule, PermissionRules } from "./permission-rules/rules.ts";
export type * from "./permission-rules/types.ts";
export type { RolloutJournal } from "./many-guilds.ts";
export type { Profile, Rule, RuleId, Severity } from "./rules/grades.ts";
export { rules } from "./rules/table.ts";
export type { ValidateOptions } from "./rules/input.ts";
export { validateCommand, validateCommandSet, validatePermissions } from "./rules/validate.ts";
export type { Finding } from "./rules/visit.ts";
export type { FieldLocation, PathKey } from "../core/request/path.ts";
export type { ApiVersion, Fetch, ServiceOptions } from "../core/request/addresses.ts";
export type { CallOptions, ListOptions } from "../core/request/transport.ts";
export { toDefinition } from "./rules/definition.ts";
export * from "./plan/plan-types.ts";
export type { CommandFields } from "./plan/normalize.ts";
export {
  formatPlan,
  type FormatPlanOptions,
  type PlanLine,
  type PlanLineKind,
  planLines,
  type PlanLinesOptions,
} from "./plan/format-plan.ts";
export { planCommands } from "./plan/plan-commands.ts";
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
export type { TransportHooks, WaitReason } from "../core/request/call.ts";
export * from "../wire/command.ts";
export * from "../wire/command-option.ts";
export { JsonErrorCode } from "../wire/error.ts";
export { Permission, type PermissionName } from "../wire/permission.ts";
export { type Locale, locales, type Localizations } from "../wire/locale.ts";
