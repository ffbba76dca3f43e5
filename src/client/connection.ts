import { defaultWebBase, resolveApiBase } from "../api/addresses.ts";
import { canShowBrowser, detectSurroundings } from "../browser/environment.ts";
import { openSystemBrowser } from "../browser/open-browser.ts";
import { desktopClientPlaces } from "../consent/desktop-client/places.ts";
import type { Fetch } from "../http/send.ts";
import type { Log } from "../log/logger.ts";
import type { Secrets } from "../log/secrets.ts";
import { peerUser } from "../native/peer-user.ts";
import { prepareLoopback } from "../redirect/loopback.ts";
import { describeService, type Service } from "../service/addresses.ts";
import type { Backend } from "../service/backend.ts";
import { loggedFetch } from "../service/logged-fetch.ts";
import { ServiceBackend } from "../service/service-backend.ts";
import type { CheckedClientOptions } from "./read-options.ts";

/** What a client reaches the service and its player by. */
export interface Connection {
  readonly service: Service;
  readonly backend: Backend;
  /** Tells the log of each request. */
  readonly fetch: Fetch;
  readonly canShowBrowser: () => boolean;
}

/** What every part of a client works with. */
export interface ConnectionContext {
  readonly secrets: Secrets;
  readonly log: Log;
  /** Milliseconds for one request; read at each request. */
  readonly requestTimeoutMs: () => number;
}

/** Puts together what the options ask for, without I/O. */
export function createConnection(options: CheckedClientOptions, context: ConnectionContext): Connection {
  const service = describeService(resolveApiBase(options), options.webBase ?? defaultWebBase);
  const tellingFetch = loggedFetch(options.fetch ?? fetch, context.log);
  // A game that starts the browser itself knows better than we what can be shown.
  const surroundings = () => (options.openBrowser ? [] : detectSurroundings());
  const backend = new ServiceBackend({
    service,
    surroundings,
    fetch: tellingFetch,
    openBrowser: options.openBrowser ?? openSystemBrowser,
    loopback: prepareLoopback(options.loopback, options.page),
    desktopClient: { places: () => desktopClientPlaces(process), peerUser },
    exchangeCode: options.exchangeCode,
    refreshToken: options.refreshToken,
    // Last: fields behind a spread are added slowly, one by one.
    ...context,
  });
  return { service, backend, fetch: tellingFetch, canShowBrowser: () => canShowBrowser(surroundings()) };
}
