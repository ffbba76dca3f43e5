/**
 * A custom error code, which must contain a slash: `my_game/disk_full`. Your store, backend or hooks may throw it. The slash
 * distinguishes it from a misspelled library code.
 *
 * A server's non-standard OAuth `error` is passed on unchanged, without a slash. Compare it as `(error.code as string) ===
 * "their_word"`.
 *
 * @stable
 */
export type OtherErrorCode = `${string}/${string}`;

// The sign-in and session error codes. Each value is a key in `sign-in/errors/player-texts.json`, which contains the messages for
// players.

/** Misuse and cancellation. */
export const signOutCodes = {
  aborted: "cancelled",
  client_closed: "gameFault",
  invalid_argument: "gameFault",
  missing_application_id: "gameFault",
  part_missing: "restart",
  unknown_option: "gameFault",
} as const;

/** Token store failures. */
export const storeCodes = {
  keychain_absent: "notStored",
  keychain_binding_missing: "restart",
  keychain_denied: "keychain",
  keychain_failed: "storage",
  keychain_locked: "keychain",
  keychain_timeout: "keychain",
  keytar_unavailable: "gameFault",
  store_conflict: "storage",
  store_failed: "storage",
  store_full: "notStored",
  store_read_only: "notStored",
  store_refused: "notStored",
  store_unreachable: "storage",
  store_unreadable: "notStored",
} as const;

/** Token request failures. */
export const tokenCodes = {
  blocked: "serviceTrouble",
  forbidden: "serviceTrouble",
  http_error: "serviceTrouble",
  invalid_api_version: "gameFault",
  invalid_client: "gameFault",
  invalid_form_body: "gameFault",
  invalid_json: "gameFault",
  invalid_request: "gameFault",
  invalid_response: "serviceTrouble",
  invalid_scope: "gameFault",
  invalid_token: "ended",
  lock_failed: "storage",
  method_not_allowed: "serviceTrouble",
  missing_access: "gameFault",
  network_error: "offline",
  not_found: "serviceTrouble",
  own_server_failed: "gameServer",
  rate_limited: "serviceTrouble",
  response_too_large: "serviceTrouble",
  session_busy: "again",
  session_ended: "ended",
  social_sdk_failed: "serviceTrouble",
  social_sdk_unavailable: "restart",
  start_link_reused: "reused",
  timeout: "tooLong",
  tls_failed: "offline",
  unauthorized: "gameFault",
  unauthorized_client: "gameFault",
  unknown_application: "gameFault",
  unsupported_grant_type: "gameFault",
} as const;

/** Authorization failures. */
export const authorizationCodes = {
  access_denied: "cancelled",
  account_linked: "linked",
  addon_unavailable: "restart",
  browser_unavailable: "browser",
  channel_unusable: "machine",
  desktop_client_absent: "desktopClient",
  desktop_client_unable: "desktopClientUnable",
  expired_token: "tooLong",
  invalid_callback: "again",
  invalid_consent: "gameFault",
  invalid_external_auth: "gameFault",
  invalid_grant: "again",
  invalid_id: "gameFault",
  invalid_integration_type: "gameFault",
  invalid_nonce: "gameFault",
  invalid_path: "blocked",
  invalid_redirect: "gameFault",
  invalid_scheme: "gameFault",
  invalid_state: "gameFault",
  invalid_timeout: "gameFault",
  issuer_mismatch: "again",
  loopback_unavailable: "machine",
  missing_prompt: "gameFault",
  missing_scope: "gameFault",
  native_error: "machine",
  needs_bundle: "blocked",
  no_home: "blocked",
  no_opener: "restart",
  no_program: "blocked",
  not_a_file: "blocked",
  not_readable: "blocked",
  not_writable: "blocked",
  page_refused: "gameFault",
  port_unavailable: "machine",
  reserved_scheme: "gameFault",
  sandboxed: "blocked",
  scheme_busy: "machine",
  scheme_taken: "blocked",
  server_error: "serviceTrouble",
  sign_in_in_progress: "underWay",
  temporarily_unavailable: "serviceTrouble",
  too_many_files: "machine",
  unreadable_registration: "blocked",
  unsupported_option: "gameFault",
  unsupported_response_type: "gameFault",
  unusable_path: "blocked",
} as const;

/** The error codes thrown by `Client.signOut`. Its report lists failures to revoke or delete tokens. @stable */
export type SignOutErrorCode = keyof typeof signOutCodes;

/** The error codes thrown by `Client.restoreSession`. A custom store may add its own, with a slash. @stable */
export type RestoreErrorCode = SignOutErrorCode | OtherErrorCode | keyof typeof storeCodes;

/** The error codes thrown by `Session.accessToken`. Other OAuth `error` codes from your server are passed through. @stable */
export type AccessTokenErrorCode =
  | Exclude<RestoreErrorCode, "missing_application_id">
  | keyof typeof tokenCodes;

/** The error codes thrown by `Client.signIn`. Other OAuth `error` codes from a server are passed through. @stable */
export type SignInErrorCode =
  | RestoreErrorCode
  | Exclude<AccessTokenErrorCode, "session_ended">
  | keyof typeof authorizationCodes;

/**
 * The code of a {@link ClientError}, for `case` clauses and lookup tables: `const texts: Partial<Record<ErrorCode, string>> = {
 * timeout: "…" }; texts[error.code]`. Includes the standard OAuth `error` values (RFC 6749 §5.2).
 *
 * @stable
 */
export type ErrorCode =
  | SignInErrorCode
  | AccessTokenErrorCode
  | "activity_closed"
  | "activity_refused"
  | "already_answered"
  | "ambiguous_match"
  | "authorization_pending"
  | "bad_answer"
  | "bad_endpoint"
  | "blocked_content"
  | "body_too_large"
  | "bot_token_refused"
  | "bots_not_allowed"
  | "busy"
  | "callback_failed"
  | "command_mismatch"
  | "command_name_taken"
  | "command_unavailable"
  | "conflicting_versions"
  | "connection_failed"
  | "daily_creates_spent"
  | "disabled_component"
  | "duplicate"
  | "duplicate_definition"
  | "empty_message"
  | "emulator_unreachable"
  | "endpoint_unreachable"
  | "entry_point_missing"
  | "file_size_wrong"
  | "file_too_large"
  | "file_unreadable"
  | "follow_ups_spent"
  | "index_not_ready"
  | "instance_ended"
  | "interaction_answered"
  | "interaction_expired"
  | "invalid_addon_path"
  | "invalid_answer"
  | "invalid_base_url"
  | "invalid_body"
  | "invalid_bytes"
  | "invalid_choices"
  | "invalid_code_challenge"
  | "invalid_code_verifier"
  | "invalid_command"
  | "invalid_concurrency"
  | "invalid_credential"
  | "invalid_custom_id"
  | "invalid_field"
  | "invalid_id_token"
  | "invalid_language"
  | "invalid_limit"
  | "invalid_log_dir"
  | "invalid_message"
  | "invalid_name"
  | "invalid_option"
  | "invalid_page"
  | "invalid_plan"
  | "invalid_port"
  | "invalid_preference"
  | "invalid_public_key"
  | "invalid_redirect_uri"
  | "invalid_secret"
  | "invalid_severity"
  | "invalid_signal"
  | "invalid_snapshot"
  | "invalid_steam_app_id"
  | "invalid_store_key"
  | "invalid_store_path"
  | "invalid_text"
  | "invalid_token_type"
  | "invalid_webhook_token"
  | "journal_failed"
  | "limits_timeout"
  | "malformed_event"
  | "malformed_payload"
  | "missing"
  | "missing_code"
  | "missing_credential"
  | "missing_field"
  | "missing_option"
  | "missing_permissions"
  | "missing_token"
  | "no_activity_instance"
  | "no_answer"
  | "no_connection"
  | "no_endpoint"
  | "no_form"
  | "no_set"
  | "no_steam"
  | "not_a_member"
  | "not_a_test_entitlement"
  | "not_a_thread"
  | "not_answered"
  | "not_authorized"
  | "not_consumable"
  | "not_participant"
  | "not_running"
  | "not_signed_in"
  | "other_service"
  | "outdated_command"
  | "permission_denied"
  | "permission_loss"
  | "plan_outdated"
  | "presence_rejected"
  | "progress_failed"
  | "rename_cycle"
  | "scheme_not_opened"
  | "slow_down"
  | "socket_unavailable"
  | "too_many_commands"
  | "too_many_invalid_requests"
  | "two_factor_required"
  | "type_change"
  | "unexpected_status"
  | "unknown_activity"
  | "unknown_button"
  | "unknown_channel"
  | "unknown_choice"
  | "unknown_command"
  | "unknown_entitlement"
  | "unknown_event"
  | "unknown_field"
  | "unknown_guild"
  | "unknown_id"
  | "unknown_interaction"
  | "unknown_lobby"
  | "unknown_member"
  | "unknown_mentionable"
  | "unknown_menu"
  | "unknown_message"
  | "unknown_permissions"
  | "unknown_role"
  | "unknown_sku"
  | "unknown_subscription"
  | "unknown_user"
  | "unknown_webhook"
  | "unreadable_forward"
  | "unresolved_rules"
  | "unsupported_token_type"
  | "would_empty_scope"
  | "wrong_application"
  | "wrong_channel_type"
  | "wrong_count"
  | "wrong_location"
  | "wrong_scope";
