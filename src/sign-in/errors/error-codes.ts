import type { OtherErrorCode } from "../../core/error-code.ts";

/** Error codes of `Client.signOut`. Failures of revoking and deleting are in its report instead. */
export type SignOutErrorCode =
  | "aborted"
  | "client_closed"
  | "invalid_argument"
  | "missing_application_id"
  | "part_missing"
  | "unknown_option";

/** Error codes of `Client.restoreSession`. A custom store may use others, with a slash. */
export type RestoreErrorCode =
  | SignOutErrorCode
  | OtherErrorCode
  | "keychain_absent"
  | "keychain_binding_missing"
  | "keychain_denied"
  | "keychain_failed"
  | "keychain_locked"
  | "keychain_timeout"
  | "keytar_unavailable"
  | "store_conflict"
  | "store_failed"
  | "store_full"
  | "store_read_only"
  | "store_refused"
  | "store_unreachable"
  | "store_unreadable";

/** Error codes of `Session.accessToken`. Other OAuth `error` codes of your server are passed through. */
export type AccessTokenErrorCode =
  | Exclude<RestoreErrorCode, "missing_application_id">
  | "blocked"
  | "forbidden"
  | "http_error"
  | "invalid_api_version"
  | "invalid_client"
  | "invalid_form_body"
  | "invalid_json"
  | "invalid_request"
  | "invalid_response"
  | "invalid_scope"
  | "invalid_token"
  | "lock_failed"
  | "method_not_allowed"
  | "missing_access"
  | "network_error"
  | "not_found"
  | "own_server_failed"
  | "rate_limited"
  | "response_too_large"
  | "session_busy"
  | "session_ended"
  | "start_link_reused"
  | "timeout"
  | "tls_failed"
  | "unauthorized"
  | "unauthorized_client"
  | "unknown_application"
  | "unsupported_grant_type";

/** Error codes of `Client.signIn`. Other OAuth `error` codes of a server are passed through. */
export type SignInErrorCode =
  | RestoreErrorCode
  | Exclude<AccessTokenErrorCode, "session_ended">
  | "access_denied"
  | "account_linked"
  | "addon_unavailable"
  | "browser_unavailable"
  | "channel_unusable"
  | "desktop_client_absent"
  | "desktop_client_unable"
  | "expired_token"
  | "invalid_callback"
  | "invalid_consent"
  | "invalid_external_auth"
  | "invalid_grant"
  | "invalid_id"
  | "invalid_integration_type"
  | "invalid_nonce"
  | "invalid_path"
  | "invalid_redirect"
  | "invalid_scheme"
  | "invalid_state"
  | "invalid_timeout"
  | "issuer_mismatch"
  | "loopback_unavailable"
  | "missing_prompt"
  | "missing_scope"
  | "native_error"
  | "needs_bundle"
  | "no_home"
  | "no_opener"
  | "no_program"
  | "not_a_file"
  | "not_readable"
  | "not_writable"
  | "page_refused"
  | "port_unavailable"
  | "reserved_scheme"
  | "sandboxed"
  | "scheme_busy"
  | "scheme_taken"
  | "server_error"
  | "sign_in_in_progress"
  | "temporarily_unavailable"
  | "too_many_files"
  | "unreadable_registration"
  | "unsupported_response_type"
  | "unusable_path";
