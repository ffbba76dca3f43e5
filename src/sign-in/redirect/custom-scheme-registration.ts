import { basename, resolve } from "node:path";
import { fields, type Table } from "../../core/check/fields.ts";
import { wrongArgument, asItIs, flag, optional } from "../../core/check/readers.ts";
import { type Log, LoggingSeverity } from "../../log/logger.ts";
import { readAddonPath, setAddonPath } from "../../native/load.ts";
import { readOpener } from "../../native/opener.ts";
import { callAddon } from "./call-addon.ts";
import { parseScheme, type RedirectScheme, type SchemeName } from "./custom-scheme-name.ts";

/** How a scheme is registered. */
export interface SchemeRegistration extends RedirectScheme {
  /** The name that the player reads when the browser asks whether to open it. Default: as the last time, else the scheme. */
  readonly name?: string | undefined;
  /** Takes the scheme from another program that has it. Default false: only a leftover is taken. */
  readonly replace?: boolean | undefined;
}

/** The program that gets the redirects of a scheme on this machine. */
export interface RedirectSchemeStatus {
  /** The program that the system starts: a desktop file, a command line or a bundle. */
  readonly owner?: string;
  /** Whether that is the registration of this application. */
  readonly isOurs: boolean;
  /** Whether it is ours and registering again would repair it: a file is gone, or older than this package. */
  readonly isStale: boolean;
  /**
   * Set where another application registered the scheme and its program is gone. The next sign-in that needs the scheme takes it
   * over, as {@link registerRedirectScheme} does; {@link unregisterRedirectScheme} removes it.
   */
  readonly leftover?: {
    /** The application that had registered it. */
    readonly applicationId: string;
    /** The file that is gone: the program, or the script that Node ran. */
    readonly program: string;
  };
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
  callAddon((addon) =>
    addon.registerRedirectScheme(scheme, applicationId, readOpener(), name, replace, scriptOf(process)),
  );
}

/** The file that an interpreter runs as the game; empty where the program itself is the game. */
export function scriptOf({
  execPath,
  argv,
  defaultApp = false,
}: Pick<NodeJS.Process, "execPath" | "argv"> & {
  /** Set by an Electron that was not packed with its app. */
  readonly defaultApp?: boolean;
}): string {
  const isInterpreter = defaultApp || /^(?:node|bun|deno)(?:\.exe)?$/i.test(basename(execPath));
  const script = argv[1];
  return isInterpreter && script !== undefined ? resolve(script) : "";
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
 * @param log - told of a leftover that was taken over.
 * @throws ClientError (Disabled) like {@link registerRedirectScheme}.
 */
export function keepRegistered(name: SchemeName, log?: Log): void {
  const { isOurs, isStale, leftover } = statusOf(name);
  if (isOurs && !isStale) return;
  register(name);
  if (!leftover) return;
  const { applicationId, program } = leftover;
  const taken = `The scheme "${name.scheme}" was taken over from the application ${applicationId}, whose program is gone (${program}).`;
  log?.(LoggingSeverity.Warning, "redirect", taken);
}

function statusOf({ scheme, applicationId }: SchemeName): RedirectSchemeStatus {
  const { owner, ours, stale, leftover } = callAddon((addon) =>
    addon.redirectSchemeStatus(scheme, applicationId, readOpener()),
  );
  return { ...(owner !== "" && { owner }), isOurs: ours, isStale: stale, ...(leftover && { leftover }) };
}

/**
 * Removes the registration of this application, or a leftover, completely; another program's stays as it is. A launch command
 * that the application registered for the same scheme stays too.
 *
 * @returns whether there was a registration of this application, or a leftover.
 * @throws ClientError like {@link registerRedirectScheme}.
 */
export function unregisterRedirectScheme(which: RedirectScheme): boolean {
  const { scheme, applicationId } = checkScheme(readScheme(which, "which"));
  return callAddon((addon) => addon.unregisterRedirectScheme(scheme, applicationId));
}
