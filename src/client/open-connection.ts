import { canShowBrowser, detectSurroundings, surroundingNames } from "../sign-in/browser/environment.ts";
import { openSystemBrowser } from "../sign-in/browser/open-browser.ts";
import { type RequestWatch, watchAuthorizeRequests } from "../sign-in/desktop-client/authorize-requests.ts";
import { desktopClientPlaces } from "../sign-in/desktop-client/places.ts";
import { isLoopback } from "../core/request/addresses.ts";
import { isDebugging } from "../core/debug.ts";
import type { Fetch } from "../core/request/fetch.ts";
import { peerUser } from "../native/peer-user.ts";
import { prepareLoopback } from "../sign-in/redirect/loopback.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import { ServiceBackend } from "../sign-in/service-backend.ts";
import type { CheckedClientOptions } from "./options.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { Secrets } from "../log/secrets.ts";
import type { OpenService } from "../sign-in/sign-in.ts";

export interface OpeningContext extends ConnectionContext {
  readonly service: Service;
  readonly fetch: Fetch;
}

export function openConnection(options: CheckedClientOptions, context: OpeningContext): OpenConnection {
  const showsBrowser = () => {
    // A custom `openBrowser` may work where detection fails.
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
    // Last, because properties after a spread are added one by one, which is slow.
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

function isEmulator({ apiBase }: Service): boolean {
  return isLoopback(new URL(apiBase).hostname);
}

export interface OpenConnection extends OpenService {
  readonly watchRequests: (
    watch: Pick<RequestWatch, "applicationId" | "onRequest">,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ConnectionContext {
  readonly secrets: Secrets;
  readonly log: Log;
  /** Timeout of one request in milliseconds, read at each request. */
  readonly requestTimeoutMs: () => number;
}
