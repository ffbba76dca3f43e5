import { basename, resolve } from "node:path";
import { fields, type Table } from "../../core/check/fields.ts";
import { wrongArgument, asItIs, flag, optional } from "../../core/check/readers.ts";
import { type Log, LoggingSeverity } from "../../log/logger.ts";
import { readAddonPath, setAddonPath } from "../../native/load.ts";
import { readOpener } from "../../native/opener.ts";
import { callAddon } from "./call-addon.ts";
import { parseScheme, type RedirectScheme, type SchemeName } from "./custom-scheme-name.ts";

/** Options for {@link registerRedirectScheme}. */
export interface SchemeRegistration extends RedirectScheme {
  /**
   * The name that the browser shows when it asks whether to open the game. Default: the name of the last registration, or the
   * scheme.
   */
  readonly name?: string | undefined;
  /** Whether to replace another program's registration. Default false: only a leftover is replaced. */
  readonly replace?: boolean | undefined;
}

/** The registration of a scheme on this machine. */
export interface RedirectSchemeStatus {
  /** The registered program: a desktop file, a command line or a bundle. */
  readonly owner?: string;
  /** Whether it is this application's registration. */
  readonly isOurs: boolean;
  /** Whether it is ours and has to be registered again: a file is missing, or older than this package. */
  readonly isStale: boolean;
  /**
   * Set if another application registered the scheme and its program no longer exists. The next sign-in that needs the scheme
   * replaces it, as {@link registerRedirectScheme} does; {@link unregisterRedirectScheme} removes it.
   */
  readonly leftover?: {
    /** The id of the other application. */
    readonly applicationId: string;
    /** The path of the missing program, or of the script that Node ran. */
    readonly program: string;
  };
}

const schemeFields: Table<RedirectScheme> = {
  applicationId: asItIs(),
  scheme: asItIs(),
  addonPath: optional(readAddonPath),
};

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
 * `HKEY_CURRENT_USER\Software\Classes` on Windows, Launch Services on macOS. Idempotent. Takes a few milliseconds, or up to three
 * seconds if a desktop tool hangs.
 *
 * @throws ClientError (ValidationError) `invalid_id`, `invalid_scheme`, `reserved_scheme`, `invalid_name`, `invalid_addon_path`;
 *   (Disabled) `scheme_taken` if another program has registered it, `sandboxed`, `needs_bundle`, `not_writable`, `unusable_path`,
 *   `no_home`, `no_opener`, `addon_unavailable`.
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

/** Empty if the executable is the game. */
export function scriptOf({
  execPath,
  argv,
  defaultApp = false,
}: Pick<NodeJS.Process, "execPath" | "argv"> & {
  /** Set by Electron if it is not packaged with its app. */
  readonly defaultApp?: boolean;
}): string {
  const isInterpreter = defaultApp || /^(?:node|bun|deno)(?:\.exe)?$/i.test(basename(execPath));
  const script = argv[1];
  return isInterpreter && script !== undefined ? resolve(script) : "";
}

/**
 * Returns the current registration of the scheme. Any program of the player can replace it at any time.
 *
 * @throws ClientError like {@link registerRedirectScheme}, except `scheme_taken`.
 */
export function redirectSchemeStatus(which: RedirectScheme): RedirectSchemeStatus {
  return statusOf(checkScheme(readScheme(which, "which")));
}

/** @param log - called if a leftover was replaced. */
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
 * Removes this application's registration, or a leftover. Other programs' registrations and a launch command of this application
 * for the same scheme stay.
 *
 * @returns whether there was a registration of this application, or a leftover.
 * @throws ClientError like {@link registerRedirectScheme}.
 */
export function unregisterRedirectScheme(which: RedirectScheme): boolean {
  const { scheme, applicationId } = checkScheme(readScheme(which, "which"));
  return callAddon((addon) => addon.unregisterRedirectScheme(scheme, applicationId));
}
