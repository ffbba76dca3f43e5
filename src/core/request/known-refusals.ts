import type { ErrorCode } from "../errors.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import { interactionLifetime, limits } from "../../wire/limits.ts";

const codesByErrorCode = {
  [JsonErrorCode.UnknownApplication]: "unknown_application",
  [JsonErrorCode.UnknownChannel]: "unknown_channel",
  [JsonErrorCode.UnknownGuild]: "unknown_guild",
  [JsonErrorCode.UnknownMember]: "unknown_member",
  [JsonErrorCode.UnknownMessage]: "unknown_message",
  [JsonErrorCode.UnknownUser]: "unknown_user",
  [JsonErrorCode.UnknownWebhook]: "unknown_webhook",
  [JsonErrorCode.UnknownSku]: "unknown_sku",
  [JsonErrorCode.UnknownEntitlement]: "unknown_entitlement",
  [JsonErrorCode.UnknownLobby]: "unknown_lobby",
  [JsonErrorCode.UnknownInteraction]: "unknown_interaction",
  [JsonErrorCode.UnknownCommand]: "unknown_command",
  [JsonErrorCode.UnknownCommandPermissions]: "unknown_permissions",
  [JsonErrorCode.BotsNotAllowed]: "bots_not_allowed",
  [JsonErrorCode.WrongApplication]: "wrong_application",
  [JsonErrorCode.TooManyCommands]: "too_many_commands",
  [JsonErrorCode.DailyCreatesSpent]: "daily_creates_spent",
  [JsonErrorCode.Unauthorized]: "unauthorized",
  [JsonErrorCode.BodyTooLarge]: "body_too_large",
  [JsonErrorCode.NotConsumable]: "not_consumable",
  [JsonErrorCode.NotTestEntitlement]: "not_a_test_entitlement",
  [JsonErrorCode.CommandNameTaken]: "command_name_taken",
  [JsonErrorCode.InteractionAnswered]: "interaction_answered",
  [JsonErrorCode.FollowUpsSpent]: "follow_ups_spent",
  [JsonErrorCode.Blocked]: "blocked",
  [JsonErrorCode.MissingAccess]: "missing_access",
  [JsonErrorCode.EmptyMessage]: "empty_message",
  [JsonErrorCode.MissingPermissions]: "missing_permissions",
  [JsonErrorCode.InvalidToken]: "invalid_token",
  [JsonErrorCode.WrongChannelType]: "wrong_channel_type",
  [JsonErrorCode.InvalidOAuthToken]: "invalid_token",
  [JsonErrorCode.MissingScope]: "missing_scope",
  [JsonErrorCode.InvalidWebhookToken]: "invalid_webhook_token",
  [JsonErrorCode.InvalidFormBody]: "invalid_form_body",
  [JsonErrorCode.InvalidApiVersion]: "invalid_api_version",
  [JsonErrorCode.InvalidJson]: "invalid_json",
  [JsonErrorCode.EntryPointMissing]: "entry_point_missing",
  [JsonErrorCode.TwoFactorRequired]: "two_factor_required",
  [JsonErrorCode.IndexNotReady]: "index_not_ready",
  [JsonErrorCode.UnreadableForward]: "unreadable_forward",
  [JsonErrorCode.BlockedContent]: "blocked_content",
  [JsonErrorCode.AccountLinked]: "account_linked",
} as const satisfies Readonly<Record<JsonErrorCode, ErrorCode>>;

const tokenMinutes = interactionLifetime.tokenMs / 60_000;

const hintsByCode: Readonly<Record<(typeof codesByErrorCode)[JsonErrorCode], string>> = {
  unknown_application: "Check that the application id matches the credential.",
  unknown_channel: "Check the channel id: the channel may have been deleted.",
  unknown_guild: "Check the guild id.",
  unknown_member: "Check the user id: the user is not a member or has left.",
  unknown_message: "Check the message id: the message may have been deleted. Send a new one instead.",
  unknown_user: "Check the user id.",
  unknown_webhook: `Respond to or defer the interaction first. Its messages can be sent and edited for ${tokenMinutes} minutes.`,
  unknown_sku: "Check the SKU id: the SKU must belong to this application.",
  unknown_entitlement:
    "Check the entitlement id: the entitlement must belong to this application and must not be deleted.",
  unknown_lobby: "Check the lobby id: the service deletes unused lobbies after some time.",
  unknown_interaction: `Respond or defer once, within ${interactionLifetime.firstAnswerMs / 1000} seconds. A second program with the same credential may have responded already.`,
  unknown_command: "List the commands: the command may have been deleted or replaced.",
  unknown_permissions:
    "The command has no permission overwrites in this guild. Treat this error as an empty list, or set overwrites.",
  bots_not_allowed: "Use a user's token with the applications.commands.permissions.update scope.",
  wrong_application: "Use this application's credential.",
  too_many_commands: "Remove commands of this type from the scope first.",
  daily_creates_spent: `Each scope allows ${limits.createsPerDay} new commands a day; edits still work. Continue after retryAfter seconds.`,
  unauthorized: "The token lacks a scope: permissions require applications.commands.permissions.update.",
  body_too_large:
    "Send smaller or fewer files; the interaction's attachment_size_limit is the maximum size per file.",
  not_consumable: "Consume only entitlements to SKUs of type 3 (consumable).",
  not_a_test_entitlement: "Delete only test entitlements. Purchases end with their subscription or a refund.",
  command_name_taken: "Choose another name, or edit the command with that name.",
  interaction_answered:
    "An interaction accepts one initial response. After that, use messages.edit or messages.send.",
  follow_ups_spent: `At most ${interactionLifetime.userInstalledFollowUps} follow-ups are allowed if only the user has installed the application. Edit one of them instead.`,
  blocked: "The service blocked the request before reading it; check the User-Agent.",
  missing_access: "Authorize the application in this guild with the applications.commands scope.",
  empty_message: "Add content, an embed, a component, a file or a poll to the message.",
  missing_permissions:
    "Grant the permission to the credential's bot or user. Editing command permissions requires Manage Guild and Manage Roles.",
  invalid_token: "Get a new token.",
  wrong_channel_type: "Choose another channel: this type of channel does not support the operation.",
  missing_scope: "The token needs the applications.commands.permissions.update scope.",
  invalid_webhook_token: `Use one of this application's interaction tokens from the last ${tokenMinutes} minutes.`,
  invalid_form_body: "Correct the fields named in fieldErrors.",
  invalid_api_version: "Change the end of apiBase to a version that the service supports, such as /api/v10.",
  invalid_json:
    "The body was changed in transit. Check the proxy and the fetch function that sends the requests.",
  entry_point_missing: "Include the existing entry point command in the list, or delete it first.",
  two_factor_required: "Enable two-factor authentication for the user's or the application owner's account.",
  index_not_ready: "The guild is being indexed. Search again after retryAfter seconds.",
  unreadable_forward:
    "Enable the message content intent: the application can forward only messages that it can read.",
  blocked_content: "The guild's AutoMod rules block this text. Send a different text.",
  account_linked:
    "The account is linked to a Discord account: run Authorize instead of using a provisional account.",
};

/** Returns `undefined` for a code that the library does not recognize. */
export function knownRefusal(
  code: number | undefined,
): { readonly code: ErrorCode; readonly hint: string } | undefined {
  if (code === undefined || !Object.hasOwn(codesByErrorCode, code)) return undefined;
  const word = codesByErrorCode[code as JsonErrorCode];
  return { code: word, hint: hintsByCode[word] };
}

/** Fallback error codes by status. */
export const codesByStatus: Readonly<Partial<Record<number, ErrorCode>>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  429: "rate_limited",
};

export function hintOfStatus(status: number): string | undefined {
  if (status === 401)
    return "The token or secret is wrong, has expired, or was reset: copy the current one from the developer portal, or sign the player in again.";
  if (status === 429) return "Wait retryAfter seconds, then call again.";
  if (status >= 500) return "The service is having problems. Try again later.";
  if (status >= 300 && status < 400)
    return "Check apiBase. Redirects are not followed, to keep tokens and codes from reaching other hosts.";
  return undefined;
}

/**
 * Programs depend on these errors (RFC 6749 §5.2, RFC 7009 §2.2.1, RFC 8628 §3.5), so they are passed on even if redaction is
 * unavailable.
 */
export const oauthErrors: readonly ErrorCode[] = [
  "access_denied",
  "authorization_pending",
  "expired_token",
  "invalid_client",
  "invalid_grant",
  "invalid_request",
  "invalid_scope",
  "slow_down",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_token_type",
];
