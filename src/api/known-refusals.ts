import { JsonErrorCode } from "../wire/json-error-code.ts";

/** What a refusal with this code means to a program, and what to do next. */
export const knownRefusals: Readonly<
  Partial<Record<number, { readonly code: string; readonly hint: string }>>
> = {
  [JsonErrorCode.UnknownApplication]: {
    code: "unknown_application",
    hint: "Check the application id and that the credential is its own.",
  },
  [JsonErrorCode.UnknownGuild]: { code: "unknown_guild", hint: "Check the guild id." },
  [JsonErrorCode.UnknownCommand]: {
    code: "unknown_command",
    hint: "List the commands: it may have been deleted or replaced.",
  },
  [JsonErrorCode.UnknownCommandPermissions]: {
    code: "unknown_permissions",
    hint: "The command has no permission overwrites in this guild.",
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
    hint: "200 commands a day can be created per scope; edits still work. Go on after retryAfter.",
  },
  [JsonErrorCode.Unauthorized]: {
    code: "unauthorized",
    hint: "The token lacks a scope: permissions need applications.commands.permissions.update.",
  },
  [JsonErrorCode.Blocked]: {
    code: "blocked",
    hint: "The service blocked the request before reading it; check the User-Agent.",
  },
  [JsonErrorCode.MissingAccess]: {
    code: "missing_access",
    hint: "Authorize the application in this guild with the scope applications.commands.",
  },
  [JsonErrorCode.MissingPermissions]: {
    code: "missing_permissions",
    hint: "The user must manage the guild and its roles.",
  },
  [JsonErrorCode.InvalidToken]: { code: "invalid_token", hint: "Get a new token." },
  [JsonErrorCode.InvalidOAuthToken]: { code: "invalid_token", hint: "Get a new token." },
  [JsonErrorCode.MissingScope]: {
    code: "missing_scope",
    hint: "The token needs the scope applications.commands.permissions.update.",
  },
  [JsonErrorCode.InvalidFormBody]: {
    code: "invalid_form_body",
    hint: "Correct the fields named in fieldErrors.",
  },
  [JsonErrorCode.AccountLinked]: {
    code: "account_linked",
    hint: "The account is linked to a Discord account: run Authorize instead of using a provisional account.",
  },
  [JsonErrorCode.EntryPointMissing]: {
    code: "entry_point_missing",
    hint: "Include the existing entry point command in the list, or delete it first.",
  },
};

/** What a refusal with this status is called when nothing says more. */
export const wordsOfStatus: Readonly<Partial<Record<number, string>>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  429: "rate_limited",
};

/** What to do next by the status alone. */
export function hintOfStatus(status: number): string | undefined {
  if (status === 429) return "Wait for as long as retryAfter says.";
  if (status >= 500) return "The service has a problem; try again later.";
  if (status >= 300 && status < 400)
    return "Check apiBase. Redirects are not followed, so that no token or code reaches another address.";
  return undefined;
}

/**
 * OAuth's words, which programs decide by: they must get through where nothing can be filtered (RFC 6749 §5.2, RFC 7009
 * §2.2.1, RFC 8628 §3.5).
 */
export const oauthErrors: ReadonlySet<string> = new Set([
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
]);
