import type { RedirectMethod } from "./choose.ts";
import { ErrorType, isClientError, validationError } from "../errors.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { RedirectReceiver } from "./receiver.ts";

/** The ways back that a browser on this machine can take. */
export type BrowserRedirect = Exclude<RedirectMethod, "device">;

/** How each way back is opened. */
export type RedirectOpeners = Readonly<Record<BrowserRedirect, () => Promise<RedirectReceiver>>>;

/**
 * Opens the first of `methods` that this machine allows.
 *
 * @throws ClientError why the last one could not be opened; `invalid_redirect` (ValidationError) when none of them is
 *   one for a browser.
 */
export async function openRedirect(
  methods: readonly RedirectMethod[],
  openers: RedirectOpeners,
  log: Log,
): Promise<RedirectReceiver> {
  const usable = methods.filter((method) => method !== "device");
  let failure: unknown = validationError(
    "invalid_redirect",
    "The device flow gives no authorization code.",
    "Call GetTokenFromDevice, or signIn with onPrompt.",
  );
  for (const method of usable) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each way is tried only when the one before it does not work
      return await openers[method]();
    } catch (error) {
      if (!isClientError(error) || error.type !== ErrorType.Disabled) throw error;
      log(LoggingSeverity.Warning, "redirect", `${method} does not work here: ${error.message}`);
      failure = error;
    }
  }
  throw failure;
}
