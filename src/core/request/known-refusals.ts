import type { ErrorCode } from "../errors.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import { interactionLife, limits } from "../../wire/limits.ts";

/** What a refusal with a code means to a program, and what to do next. */
interface KnownRefusal {
  readonly code: ErrorCode;
  readonly hint: string;
}

const tokenMinutes = interactionLife.tokenMs / 60_000;

/** Every code that the library knows has its word and its next step. */
export const knownRefusals: Readonly<Record<JsonErrorCode, KnownRefusal>> = {
  [JsonErrorCode.UnknownApplication]: {
    code: "unknown_application",
    hint: "Check the application id, and that the credential belongs to this application.",
  },
  [JsonErrorCode.UnknownChannel]: {
    code: "unknown_channel",
    hint: "Check the channel id: the channel may have been deleted.",
  },
  [JsonErrorCode.UnknownGuild]: { code: "unknown_guild", hint: "Check the guild id." },
  [JsonErrorCode.UnknownMember]: {
    code: "unknown_member",
    hint: "Check the user id: the user is not a member, or has left.",
  },
  [JsonErrorCode.UnknownMessage]: {
    code: "unknown_message",
    hint: "Check the message id: the message may have been deleted. Send a new one instead.",
  },
  [JsonErrorCode.UnknownUser]: { code: "unknown_user", hint: "Check the user id." },
  [JsonErrorCode.UnknownWebhook]: {
    code: "unknown_webhook",
    hint: `Answer or defer the interaction first. Its messages can be sent and changed for ${tokenMinutes} minutes.`,
  },
  [JsonErrorCode.UnknownLobby]: {
    code: "unknown_lobby",
    hint: "Check the lobby id: a lobby that nobody uses is deleted after a while.",
  },
  [JsonErrorCode.UnknownInteraction]: {
    code: "unknown_interaction",
    hint: `Answer or defer within ${interactionLife.firstAnswerMs / 1000} seconds, and only once; a second program with the same credential may have answered.`,
  },
  [JsonErrorCode.UnknownCommand]: {
    code: "unknown_command",
    hint: "List the commands: the command may have been deleted or replaced.",
  },
  [JsonErrorCode.UnknownCommandPermissions]: {
    code: "unknown_permissions",
    hint: "The command has no permission overwrites in this guild. Treat it as an empty list, or set some.",
  },
  [JsonErrorCode.BotsNotAllowed]: {
    code: "bots_not_allowed",
    hint: "Use a user's token with the scope applications.commands.permissions.update.",
  },
  [JsonErrorCode.WrongApplication]: {
    code: "wrong_application",
    hint: "Use a credential of this application.",
  },
  [JsonErrorCode.TooManyCommands]: {
    code: "too_many_commands",
    hint: "Remove commands of this type from the scope first.",
  },
  [JsonErrorCode.DailyCreatesSpent]: {
    code: "daily_creates_spent",
    hint: `${limits.createsPerDay} commands a day can be created per scope; edits still work. Go on after retryAfter.`,
  },
  [JsonErrorCode.Unauthorized]: {
    code: "unauthorized",
    hint: "The token lacks a scope: permissions need applications.commands.permissions.update.",
  },
  [JsonErrorCode.BodyTooLarge]: {
    code: "body_too_large",
    hint: "Send smaller or fewer files; attachment_size_limit of the interaction says how large each may be.",
  },
  [JsonErrorCode.CommandNameTaken]: {
    code: "command_name_taken",
    hint: "Choose another name, or edit the command of that name.",
  },
  [JsonErrorCode.InteractionAnswered]: {
    code: "interaction_answered",
    hint: "An interaction is answered once: use messages.edit or messages.send from then on.",
  },
  [JsonErrorCode.FollowUpsSpent]: {
    code: "follow_ups_spent",
    hint: `${interactionLife.userInstalledFollowUps} follow-ups are allowed where only the user has installed the application. Edit one of them instead.`,
  },
  [JsonErrorCode.Blocked]: {
    code: "blocked",
    hint: "The service blocked the request before reading it; check the User-Agent.",
  },
  [JsonErrorCode.MissingAccess]: {
    code: "missing_access",
    hint: "Authorize the application in this guild with the scope applications.commands.",
  },
  [JsonErrorCode.EmptyMessage]: {
    code: "empty_message",
    hint: "Give the message a content, an embed, a component, a file or a poll.",
  },
  [JsonErrorCode.MissingPermissions]: {
    code: "missing_permissions",
    hint: "Give the bot or user of the credential the permission for this. Command permissions need Manage Guild and Manage Roles.",
  },
  [JsonErrorCode.InvalidToken]: { code: "invalid_token", hint: "Get a new token." },
  [JsonErrorCode.WrongChannelType]: {
    code: "wrong_channel_type",
    hint: "Choose another channel: this type of channel does not support the operation.",
  },
  [JsonErrorCode.InvalidOAuthToken]: { code: "invalid_token", hint: "Get a new token." },
  [JsonErrorCode.MissingScope]: {
    code: "missing_scope",
    hint: "The token needs the scope applications.commands.permissions.update.",
  },
  [JsonErrorCode.InvalidWebhookToken]: {
    code: "invalid_webhook_token",
    hint: `Use the token of an interaction of this application that is younger than ${tokenMinutes} minutes.`,
  },
  [JsonErrorCode.InvalidFormBody]: {
    code: "invalid_form_body",
    hint: "Correct the fields named in fieldErrors.",
  },
  [JsonErrorCode.InvalidApiVersion]: {
    code: "invalid_api_version",
    hint: "Let apiBase end in a version that the service still answers, such as /api/v10.",
  },
  [JsonErrorCode.InvalidJson]: {
    code: "invalid_json",
    hint: "The body did not arrive as it was sent: check the proxy, or the fetch, that sends the requests.",
  },
  [JsonErrorCode.EntryPointMissing]: {
    code: "entry_point_missing",
    hint: "Include the existing entry point command in the list, or delete it first.",
  },
  [JsonErrorCode.TwoFactorRequired]: {
    code: "two_factor_required",
    hint: "Turn two-factor authentication on for the account of the user, or of the application's owner.",
  },
  [JsonErrorCode.IndexNotReady]: {
    code: "index_not_ready",
    hint: "The guild is being prepared for its first search. Search again after retryAfter.",
  },
  [JsonErrorCode.UnreadableForward]: {
    code: "unreadable_forward",
    hint: "Only messages whose content the application can read can be forwarded: it needs the message content intent.",
  },
  [JsonErrorCode.BlockedContent]: {
    code: "blocked_content",
    hint: "A rule of the guild's automatic moderation forbids the text. Send another text.",
  },
  [JsonErrorCode.AccountLinked]: {
    code: "account_linked",
    hint: "The account is linked to a Discord account: run Authorize instead of using a provisional account.",
  },
};

/** What is known of a code; undefined for one of the service's many others. */
export function knownRefusal(code: number | undefined): KnownRefusal | undefined {
  return (knownRefusals as Readonly<Partial<Record<number, KnownRefusal>>>)[code ?? 0];
}

/** What a refusal with this status is called when nothing says more. */
export const wordsOfStatus: Readonly<Partial<Record<number, ErrorCode>>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  429: "rate_limited",
};

/** What to do next by the status alone. */
export function hintOfStatus(status: number): string | undefined {
  if (status === 401)
    return "The token or secret is wrong, has expired, or was reset: copy the current one from the developer portal, or sign the player in again.";
  if (status === 429) return "Wait for retryAfter seconds, then call again.";
  if (status >= 500) return "The service has a problem; try again later.";
  if (status >= 300 && status < 400)
    return "Check apiBase. Redirects are not followed, so that no token or code reaches another address.";
  return undefined;
}

/**
 * OAuth's words, which programs decide by: they must get through where nothing can be filtered (RFC 6749 §5.2, RFC 7009
 * §2.2.1, RFC 8628 §3.5).
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
