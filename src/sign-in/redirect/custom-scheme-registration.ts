import { fields, type Table } from "../../core/check/fields.ts";
import { wrongArgument, asItIs, flag, optional } from "../../core/check/readers.ts";
import { readAddonPath, setAddonPath } from "../../native/load.ts";
import { readOpener } from "../../native/opener.ts";
import { callAddon } from "./call-addon.ts";
import { parseScheme, type RedirectScheme, type SchemeName } from "./custom-scheme-name.ts";

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
