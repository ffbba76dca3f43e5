import type { OtherErrorCode } from "../../core/error-code.ts";
import { isClientError } from "../../core/errors.ts";
import { chooseLanguage, type PageLanguage } from "../page/page-language.ts";
import type { AccessTokenErrorCode, SignInErrorCode } from "./error-codes.ts";
import translations from "./player-texts.json" with { type: "json" };

export type PlayerText = keyof (typeof translations)["en-US"];

const english = translations["en-US"];

const texts: Readonly<Record<PageLanguage, Readonly<Record<PlayerText, string>>>> = {
  ...translations,
  "en-GB": english,
};

/** Codes with a slash belong to custom stores. */
export type PlayerErrorCode = Exclude<SignInErrorCode | AccessTokenErrorCode, OtherErrorCode>;

export const textOfCode: Readonly<Record<PlayerErrorCode, PlayerText>> = {
  aborted: "cancelled",
  access_denied: "cancelled",
  account_linked: "linked",
  addon_unavailable: "restart",
  blocked: "serviceTrouble",
  browser_unavailable: "browser",
  channel_unusable: "machine",
  client_closed: "gameFault",
  desktop_client_absent: "desktopClient",
  desktop_client_unable: "desktopClientUnable",
  expired_token: "tooLong",
  forbidden: "serviceTrouble",
  http_error: "serviceTrouble",
  invalid_api_version: "gameFault",
  invalid_argument: "gameFault",
  invalid_callback: "again",
  invalid_client: "gameFault",
  invalid_consent: "gameFault",
  invalid_external_auth: "gameFault",
  invalid_form_body: "gameFault",
  invalid_grant: "again",
  invalid_id: "gameFault",
  invalid_integration_type: "gameFault",
  invalid_json: "gameFault",
  invalid_nonce: "gameFault",
  invalid_path: "blocked",
  invalid_redirect: "gameFault",
  invalid_request: "gameFault",
  invalid_response: "serviceTrouble",
  invalid_scheme: "gameFault",
  invalid_scope: "gameFault",
  invalid_state: "gameFault",
  invalid_timeout: "gameFault",
  invalid_token: "ended",
  issuer_mismatch: "again",
  keychain_absent: "notStored",
  keychain_binding_missing: "restart",
  keychain_denied: "keychain",
  keychain_failed: "storage",
  keychain_locked: "keychain",
  keychain_timeout: "keychain",
  keytar_unavailable: "gameFault",
  lock_failed: "storage",
  loopback_unavailable: "machine",
  method_not_allowed: "serviceTrouble",
  missing_access: "gameFault",
  missing_application_id: "gameFault",
  missing_prompt: "gameFault",
  missing_scope: "gameFault",
  native_error: "machine",
  needs_bundle: "blocked",
  network_error: "offline",
  no_home: "blocked",
  no_opener: "restart",
  no_program: "blocked",
  not_a_file: "blocked",
  not_found: "serviceTrouble",
  not_readable: "blocked",
  not_writable: "blocked",
  own_server_failed: "gameServer",
  page_refused: "gameFault",
  part_missing: "restart",
  port_unavailable: "machine",
  rate_limited: "serviceTrouble",
  reserved_scheme: "gameFault",
  response_too_large: "serviceTrouble",
  sandboxed: "blocked",
  scheme_busy: "machine",
  scheme_taken: "blocked",
  server_error: "serviceTrouble",
  session_busy: "again",
  session_ended: "ended",
  sign_in_in_progress: "underWay",
  start_link_reused: "reused",
  store_conflict: "storage",
  store_failed: "storage",
  store_full: "notStored",
  store_read_only: "notStored",
  store_refused: "notStored",
  store_unreachable: "storage",
  store_unreadable: "notStored",
  temporarily_unavailable: "serviceTrouble",
  timeout: "tooLong",
  tls_failed: "offline",
  too_many_files: "machine",
  unauthorized: "gameFault",
  unauthorized_client: "gameFault",
  unknown_application: "gameFault",
  unknown_option: "gameFault",
  unreadable_registration: "blocked",
  unsupported_grant_type: "gameFault",
  unsupported_response_type: "gameFault",
  unusable_path: "blocked",
};

export function playerText(error: unknown, locale: unknown): string {
  const code = isClientError(error) ? error.code : "";
  const name = Object.hasOwn(textOfCode, code) ? textOfCode[code as PlayerErrorCode] : "again";
  const language = chooseLanguage(typeof locale === "string" ? locale : "");
  return texts[language][name].replace("{code}", code);
}
