import { canShowBrowser, detectSurroundings, surroundingNames } from "../sign-in/browser/environment.ts";
import { openSystemBrowser } from "../sign-in/browser/open-browser.ts";
import { type RequestWatch, watchAuthorizeRequests } from "../sign-in/desktop-client/authorize-requests.ts";
import { desktopClientPlaces } from "../sign-in/desktop-client/places.ts";
import { isLoopback } from "../core/request/addresses.ts";
import { isDebugging } from "../core/debug.ts";
import type { Fetch } from "../core/request/send.ts";
import { peerUser } from "../native/peer-user.ts";
import { prepareLoopback } from "../sign-in/redirect/loopback.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import { ServiceBackend } from "../sign-in/service-backend.ts";
import type { CheckedClientOptions } from "./options.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { Secrets } from "../log/secrets.ts";
import type { OpenService } from "../sign-in/sign-in.ts";

/** The parts that exist before anybody signs in. */
export interface OpeningContext extends ConnectionContext {
  readonly service: Service;
  readonly fetch: Fetch;
}

/** The part that asks the player and the service, without I/O. */
export function openConnection(options: CheckedClientOptions, context: OpeningContext): OpenConnection {
  const showsBrowser = () => {
    // A game that starts the browser itself knows better whether one can be shown.
    const surroundings = options.openBrowser ? [] : detectSurroundings();
    for (const name of surroundings) context.log(LoggingSeverity.Info, "redirect", surroundingNames[name]);
    return canShowBrowser(surroundings);
  };
  const loopback = prepareLoopback(options.loopback, options.page, {
    forDevelopers: isEmulator(context.service) || isDebugging(),
  });
  const desktopClient = { places: () => desktopClientPlaces(process), peerUser };
  const backend = new ServiceBackend({
    canShowBrowser: showsBrowser,
    openBrowser: options.openBrowser ?? openSystemBrowser,
    loopback,
    desktopClient,
    exchangeCode: options.exchangeCode,
    refreshToken: options.refreshToken,
    // Last: fields behind a spread are added slowly, one by one.
    ...context,
  });
  return {
    backend,
    canShowBrowser: showsBrowser,
    watchRequests: (watch, signal) =>
      watchAuthorizeRequests({ ...watch, ...desktopClient, log: context.log }, signal),
    close: () => loopback.close(),
  };
}

/** A service on this machine. */
function isEmulator({ apiBase }: Service): boolean {
  return isLoopback(new URL(apiBase).hostname);
}

/** The part that asks the player and the service. */
export interface OpenConnection extends OpenService {
  /** Waits for requests of the desktop client until `signal` is aborted. */
  readonly watchRequests: (
    watch: Pick<RequestWatch, "applicationId" | "onRequest">,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The parts that every part of a client works with. */
export interface ConnectionContext {
  readonly secrets: Secrets;
  readonly log: Log;
  /** Milliseconds for one request; read at each request. */
  readonly requestTimeoutMs: () => number;
}
