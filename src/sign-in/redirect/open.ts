import { LoggingSeverity } from "../../log/logger.ts";
import type { RedirectReceiver } from "./receiver.ts";
import { type ClientError, ErrorType, isClientError, validationError } from "../../core/errors.ts";
import { type RedirectContext, browserRedirects, type RedirectMethod } from "./methods.ts";

/**
 * Opens the first of `methods` that this machine allows.
 *
 * @throws ClientError why the last one could not be opened; `invalid_redirect` (ValidationError) when none of them is
 *   one for a browser.
 */
export async function openRedirect(
  methods: readonly RedirectMethod[],
  context: RedirectContext,
): Promise<RedirectReceiver> {
  const usable = methods.filter((method) => method !== "device");
  let failure: unknown;
  for (const method of usable) {
    try {
      return await browserRedirects[method](context);
    } catch (error) {
      if (!isClientError(error) || error.type !== ErrorType.Disabled) throw error;
      context.log(LoggingSeverity.Warning, "redirect", `${method} does not work here: ${error.message}`);
      failure = error;
    }
  }
  throw failure ?? noneForBrowsers();
}

function noneForBrowsers(): ClientError {
  return validationError(
    "invalid_redirect",
    "The device flow gives no authorization code.",
    "Call GetTokenFromDevice, or signIn with onPrompt.",
  );
}
