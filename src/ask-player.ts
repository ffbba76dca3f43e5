import type { AuthorizationArgs } from "./authorization/arguments.ts";
import { parseScopes } from "./authorization/scopes.ts";
import type { AuthorizeOptions, Backend } from "./service/backend.ts";
import type { Surrounding } from "./browser/environment.ts";
import { chooseRedirect, type RedirectMethod } from "./redirect/choose.ts";
import { ErrorType, isClientError, validationError } from "./errors.ts";
import { type Log, LoggingSeverity } from "./log/logger.ts";
import type { Snowflake } from "./snowflake.ts";
import type { DevicePrompt } from "./token/device-prompt.ts";
import type { TokenResult } from "./token/token-result.ts";

/** How `signIn` asks the player. */
export interface AskPlayerOptions extends Omit<AuthorizeOptions, "redirect"> {
  /**
   * How the player signs in. Default `auto`: in the browser, with a loopback redirect, then a custom scheme; on another
   * device where no browser can be shown here, or neither redirect works, and `onPrompt` is there.
   */
  readonly redirect?: RedirectMethod | "auto" | undefined;
  /** Called with what to show a player who signs in on another device. Without it the device flow is not used. */
  readonly onPrompt?: ((prompt: DevicePrompt) => void) | undefined;
}

/** What {@link askPlayer} works with. */
export interface AskPlayerContext {
  readonly backend: Backend;
  readonly clientId: Snowflake;
  readonly surroundings: readonly Surrounding[];
  readonly log: Log;
}

/**
 * Gets tokens from a player who has to be asked: in the browser or on another device, as the machine allows.
 *
 * @throws ClientError `missing_prompt` or `invalid_redirect` (ValidationError), and those of the way that was taken.
 */
export async function askPlayer(
  context: AskPlayerContext,
  args: AuthorizationArgs,
  { redirect, onPrompt, ...options }: AskPlayerOptions,
): Promise<TokenResult> {
  const { backend, clientId, surroundings, log } = context;
  const namesScheme = args.CustomSchemeParam() !== undefined;
  const methods = chooseRedirect({ wanted: redirect, namesScheme, surroundings });
  const askOnDevice = () =>
    backend.getTokenFromDevice(
      { clientId, scopes: parseScopes(args.Scopes()), onPrompt: checkPrompt(onPrompt) },
      options.signal,
    );
  if (redirect === "device") return askOnDevice();
  if (onPrompt && methods[0] === "device") return askOnDevice();
  try {
    return await askInBrowser(context, args, { ...options, redirect });
  } catch (error) {
    const hasOtherWay = onPrompt && methods.includes("device");
    if (!hasOtherWay || !isClientError(error) || error.type !== ErrorType.Disabled) throw error;
    log(LoggingSeverity.Warning, "sign-in", "no redirect works here: the player signs in on another device");
    return askOnDevice();
  }
}

function checkPrompt(onPrompt: AskPlayerOptions["onPrompt"]): (prompt: DevicePrompt) => void {
  if (onPrompt) return onPrompt;
  throw validationError(
    "missing_prompt",
    "The device flow has nobody to show its code to.",
    "Pass onPrompt, which shows the QR code, the address and the code.",
  );
}

async function askInBrowser(
  { backend, clientId }: AskPlayerContext,
  args: AuthorizationArgs,
  options: AuthorizeOptions,
): Promise<TokenResult> {
  const { code, redirectUri, codeVerifier } = await backend.authorize(clientId, args, options);
  const exchange = {
    clientId,
    code,
    redirectUri,
    codeVerifier: codeVerifier?.Verifier() ?? "",
    nonce: args.Nonce(),
  };
  return backend.getToken(exchange, options.signal);
}
