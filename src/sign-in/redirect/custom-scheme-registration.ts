import { fields, type Table } from "../../core/check/fields.ts";
import { wrongArgument, asItIs, flag, optional } from "../../core/check/readers.ts";
import { readAddonPath, setAddonPath, loadAddon } from "../../native/load.ts";
import { readOpener } from "../../native/opener.ts";
import { parseScheme, type RedirectScheme, type SchemeName } from "./custom-scheme-name.ts";
import { ClientError, type ErrorCode, ErrorType, isClientError } from "../../core/errors.ts";
import type { Addon } from "../../native/binding.ts";

/** How a scheme is registered. */
export interface SchemeRegistration extends RedirectScheme {
  /** What the player reads when the browser asks whether to open it. Default: as the last time, else the scheme. */
  readonly name?: string | undefined;
  /** Takes the scheme from another program that has it. Default false. */
  readonly replace?: boolean | undefined;
}

/** The program that gets the redirects of a scheme on this machine. */
export interface RedirectSchemeStatus {
  /** What the system starts: a desktop file, a command line or a bundle. */
  readonly owner?: string;
  /** Whether that is the registration of this application. */
  readonly isOurs: boolean;
  /** Whether it is ours and registering again would repair it: a file is gone, or older than this package. */
  readonly isStale: boolean;
}

const schemeFields: Table<RedirectScheme> = {
  applicationId: asItIs(),
  scheme: asItIs(),
  addonPath: optional(readAddonPath),
};

// The scheme itself is checked by parseScheme.
const readScheme = fields<RedirectScheme>(schemeFields);
const readRegistration = fields<SchemeRegistration>({
  ...schemeFields,
  name(value, name) {
    if (value === undefined || (typeof value === "string" && value.trim() !== "")) return value;
    throw wrongArgument(name, value, "the title of the game, a string", { code: "invalid_name" });
  },
  replace: optional(flag),
});

function checkScheme({ addonPath, ...which }: RedirectScheme): SchemeName {
  const name = parseScheme(which);
  setAddonPath(addonPath);
  return name;
}

/**
 * Registers the scheme for this user, without administrator rights: a desktop file and mimeapps.list on Linux,
 * `HKEY_CURRENT_USER\Software\Classes` on Windows, Launch Services on macOS. Calling it again is harmless. Takes some
 * milliseconds; three seconds at most, where a tool of the desktop hangs.
 *
 * @throws ClientError (ValidationError) `invalid_id`, `invalid_scheme`, `reserved_scheme`, `invalid_name`,
 *   `invalid_addon_path`; (Disabled) `scheme_taken` when another program has it, `sandboxed`, `needs_bundle`,
 *   `not_writable`, `unusable_path`, `no_home`, `no_opener`, `addon_unavailable`.
 */
export function registerRedirectScheme(registration: SchemeRegistration): void {
  const { name, replace, ...which } = readRegistration(registration, "registration");
  register(checkScheme(which), name, replace);
}

function register({ scheme, applicationId }: SchemeName, name = "", replace = false): void {
  callAddon((addon) => addon.registerRedirectScheme(scheme, applicationId, readOpener(), name, replace));
}

/**
 * Finds the program that gets the redirects of the scheme now. Any program of the player can take the scheme at any time.
 *
 * @throws ClientError like {@link registerRedirectScheme}, except `scheme_taken`.
 */
export function redirectSchemeStatus(which: RedirectScheme): RedirectSchemeStatus {
  return statusOf(checkScheme(readScheme(which, "which")));
}

/**
 * Registers a checked scheme unless it is registered already, and whole.
 *
 * @throws ClientError (Disabled) like {@link registerRedirectScheme}.
 */
export function keepRegistered(name: SchemeName): void {
  const { isOurs, isStale } = statusOf(name);
  if (!isOurs || isStale) register(name);
}

function statusOf({ scheme, applicationId }: SchemeName): RedirectSchemeStatus {
  const { owner, ours, stale } = callAddon((addon) =>
    addon.redirectSchemeStatus(scheme, applicationId, readOpener()),
  );
  return { ...(owner !== "" && { owner }), isOurs: ours, isStale: stale };
}

/**
 * Removes the registration of this application completely; another program's stays as it is. A launch command that
 * the application registered for the same scheme stays too.
 *
 * @returns whether there was a registration of this application.
 * @throws ClientError like {@link registerRedirectScheme}.
 */
export function unregisterRedirectScheme(which: RedirectScheme): boolean {
  const { scheme, applicationId } = checkScheme(readScheme(which, "which"));
  return callAddon((addon) => addon.unregisterRedirectScheme(scheme, applicationId));
}

/** What to do about the failures that the addon reports; other codes have no hint. */
const hints: Readonly<Partial<Record<ErrorCode, string>>> = {
  channel_unusable:
    "XDG_RUNTIME_DIR, else ~/.local/state/slashpass, must be a directory that only this user can access.",
  invalid_command:
    'Write the program in double quotes, then its arguments: "C:\\\\Games\\\\game.exe" --fast.',
  needs_bundle:
    "Declare the scheme in CFBundleURLTypes of the game's Info.plist and pass the URL of its open-url event to " +
    "deliverRedirect, or use the loopback redirect.",
  no_steam: "If the game was not bought on Steam, register a command with RegisterLaunchCommand.",
  not_writable: "Check the permissions of the directory, or use the loopback redirect.",
  not_a_file: "Remove what is at this path, or put the file back.",
  not_readable: "Check the permissions of the file, or use the loopback redirect.",
  too_many_files: "Close files and connections that are no longer needed, or raise the limit (ulimit -n).",
  sandboxed:
    "Use the loopback redirect, or declare x-scheme-handler/<scheme> in the desktop file that the package exports.",
  scheme_busy: "Let the player finish the sign-in in the other game, or close it.",
  scheme_taken:
    "Choose another scheme (CustomSchemeParam), or take this one over: registerRedirectScheme({ replace: true }).",
  unusable_path: "Set XDG_DATA_HOME to a path without spaces, or use the loopback redirect.",
};

const retryable: ReadonlySet<ErrorCode> = new Set(["busy", "scheme_busy", "too_many_files"]);

/** Calls the addon; its errors become {@link ClientError}s with the same `code`. */
export function callAddon<Value>(call: (addon: Addon) => Value): Value {
  const addon = loadAddon();
  try {
    return call(addon);
  } catch (error) {
    throw isClientError(error) ? error : translate(error as NativeError);
  }
}

/** What the addon throws: each of its codes is an {@link ErrorCode}, which a test holds. */
type NativeError = Error & { readonly code?: ErrorCode };

function translate({ code = "native_error", message }: NativeError): ClientError {
  return new ClientError({
    type: refusals.has(code) ? ErrorType.ValidationError : ErrorType.Disabled,
    code,
    message,
    hint: hints[code],
    retryable: retryable.has(code),
  });
}

const refusals: ReadonlySet<ErrorCode> = new Set(["invalid_command", "invalid_scheme", "reserved_scheme"]);
