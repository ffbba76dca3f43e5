import { ClientError, type ErrorCode, ErrorType, isClientError } from "../../core/errors.ts";
import type { Addon } from "../../native/binding.ts";
import { loadAddon } from "../../native/load.ts";

const hints: Readonly<Partial<Record<ErrorCode, string>>> = {
  channel_unusable:
    "XDG_RUNTIME_DIR, or else ~/.local/state/slashpass, must be a directory that only this user can access.",
  invalid_command:
    'Write the program in double quotes, then its arguments: "C:\\\\Games\\\\game.exe" --fast.',
  needs_bundle:
    "Declare the scheme in CFBundleURLTypes in the game's Info.plist and pass the URL from its open-url event to " +
    "deliverRedirect, or use the loopback redirect.",
  no_steam: "If the game was not bought on Steam, register a command with RegisterLaunchCommand.",
  not_writable: "Check the permissions of the directory, or use the loopback redirect.",
  not_a_file: "Remove the object at this path, or restore the file.",
  not_readable: "Check the permissions of the file, or use the loopback redirect.",
  too_many_files: "Close files and connections that are no longer needed, or raise the limit (ulimit -n).",
  sandboxed:
    "Use the loopback redirect, or declare x-scheme-handler/<scheme> in the desktop file that the package exports.",
  scheme_busy: "Finish the sign-in in the other game, or close that game.",
  scheme_taken:
    "Choose another scheme (CustomSchemeParam), or take this one over: registerRedirectScheme({ replace: true }).",
  unusable_path: "Set XDG_DATA_HOME to a path without spaces, or use the loopback redirect.",
};

const retryable: ReadonlySet<ErrorCode> = new Set(["busy", "scheme_busy", "too_many_files"]);

/** Converts the addon's errors to {@link ClientError}s. */
export function callAddon<Value>(call: (addon: Addon) => Value): Value {
  const addon = loadAddon();
  try {
    return call(addon);
  } catch (error) {
    throw isClientError(error) ? error : translate(error as NativeError);
  }
}

/** A test checks that each native code is an {@link ErrorCode}. */
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

export const refusals: ReadonlySet<ErrorCode> = new Set([
  "invalid_command",
  "invalid_scheme",
  "reserved_scheme",
]);
