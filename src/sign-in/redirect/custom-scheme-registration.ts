import { basename, resolve } from "node:path";
import { fields, type Table } from "../../core/check/fields.ts";
import { asItIs, flag, optional, textLike } from "../../core/check/readers.ts";
import { type Log, LoggingSeverity } from "../../log/logger.ts";
import { readAddonPath, setAddonPath } from "../../native/load.ts";
import { readOpener } from "../../native/opener.ts";
import { callAddon } from "./call-addon.ts";
import { parseScheme, type RedirectScheme, type SchemeName } from "./custom-scheme-name.ts";

/** Options for {@link registerRedirectScheme}. @stable */
export interface SchemeRegistration extends RedirectScheme {
  /**
   * The name that the browser shows when it asks whether to open the game. Default: the name used for the last registration, or
   * the scheme.
   */
  readonly name?: string | undefined;
  /** Whether to replace another program's registration. Default: false, which replaces only a leftover registration. */
  readonly replace?: boolean | undefined;
}

/** How a scheme is registered on this machine. @stable */
export interface RedirectSchemeStatus {
  /** The registered program: a desktop file, a command line or a bundle. */
  readonly owner?: string;
  readonly isOurs: boolean;
  /** Whether this application must register the scheme again because a file is missing or older than this package. */
  readonly isStale: boolean;
  /**
   * Set if another application registered the scheme and its program no longer exists. The next sign-in that needs the scheme
   * replaces this registration, as does {@link registerRedirectScheme}; {@link unregisterRedirectScheme} removes it.
   */
  readonly leftover?: {
    readonly applicationId: string;
    /** The path of the missing program, or of the script that Node.js ran. */
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
  name: optional(textLike(/\S/, "the game's title, a string", { code: "invalid_name" })),
  replace: optional(flag),
});

function checkScheme({ addonPath, ...which }: RedirectScheme): SchemeName {
  const name = parseScheme(which);
  setAddonPath(addonPath);
  return name;
}

/**
 * Registers the scheme for this user. Administrator rights are not required. Uses a desktop file and mimeapps.list on Linux,
 * `HKEY_CURRENT_USER\Software\Classes` on Windows, and Launch Services on macOS. Idempotent. Takes a few milliseconds, or up to
 * three seconds if a desktop tool hangs.
 *
 * @stable
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

/** Returns the script that an interpreter runs, or an empty string if the executable itself is the game. */
export function scriptOf({
  execPath,
  argv,
  defaultApp = false,
}: Pick<NodeJS.Process, "execPath" | "argv"> & {
  /** Set if Electron was started with an app that is not packaged. */
  readonly defaultApp?: boolean;
}): string {
  const isInterpreter = defaultApp || /^(?:node|bun|deno)(?:\.exe)?$/i.test(basename(execPath));
  const script = argv[1];
  return isInterpreter && script !== undefined ? resolve(script) : "";
}

/**
 * Returns the scheme's current registration. Any program that the player runs can replace it at any time.
 *
 * @stable
 * @throws ClientError The same errors as {@link registerRedirectScheme}, except `scheme_taken`.
 */
export function redirectSchemeStatus(which: RedirectScheme): RedirectSchemeStatus {
  return statusOf(checkScheme(readScheme(which, "which")));
}

/** @param log - Called if a leftover registration was replaced. */
export function keepRegistered(name: SchemeName, log?: Log): void {
  const { isOurs, isStale, leftover } = statusOf(name);
  if (isOurs && !isStale) return;
  register(name);
  if (!leftover) return;
  const { applicationId, program } = leftover;
  const taken = `The scheme "${name.scheme}" was taken over from application ${applicationId}, whose program no longer exists (${program}).`;
  log?.(LoggingSeverity.Warning, "redirect", taken);
}

function statusOf({ scheme, applicationId }: SchemeName): RedirectSchemeStatus {
  const { owner, ours, stale, leftover } = callAddon((addon) =>
    addon.redirectSchemeStatus(scheme, applicationId, readOpener()),
  );
  return { ...(owner !== "" && { owner }), isOurs: ours, isStale: stale, ...(leftover && { leftover }) };
}

/**
 * Removes this application's registration or a leftover one. Does not remove other programs' registrations or this application's
 * launch command for the same scheme.
 *
 * @stable
 * @returns Whether a registration was removed.
 * @throws ClientError The same errors as {@link registerRedirectScheme}.
 */
export function unregisterRedirectScheme(which: RedirectScheme): boolean {
  const { scheme, applicationId } = checkScheme(readScheme(which, "which"));
  return callAddon((addon) => addon.unregisterRedirectScheme(scheme, applicationId));
}
