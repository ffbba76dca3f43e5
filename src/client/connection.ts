import type { Fetch } from "../core/request/send.ts";
import { loadOnce } from "../core/lazy.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import { checkOwnPage } from "../sign-in/page/page-appearance.ts";
import { type CheckedClientOptions, readService } from "./options.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import type { OpenConnection, ConnectionContext } from "./open-connection.ts";

/** The connection of a client to the service and its player. */
export interface Connection {
  readonly service: Service;
  /** Tells the log of each request. */
  readonly fetch: Fetch;
  /** Loads what signs players in at the first call, and gives the same each time. */
  readonly open: () => Promise<OpenConnection>;
  /** Ends what stays open behind a sign-in. */
  readonly close: () => Promise<void>;
}

/**
 * Puts together what the options ask for, without I/O.
 *
 * @throws ClientError `invalid_base_url`, `conflicting_versions` or `invalid_page` (ValidationError).
 */
export function createConnection(options: CheckedClientOptions, context: ConnectionContext): Connection {
  const service = readService(options);
  const tellingFetch = loggedFetch(options.fetch ?? fetch, context.log);
  checkOwnPage(options.page);
  let opened: OpenConnection | undefined;
  const open = loadOnce(async () => {
    const { openConnection } = await import("./open-connection.ts");
    return (opened = openConnection(options, { ...context, service, fetch: tellingFetch }));
  });
  return {
    service,
    fetch: tellingFetch,
    open,
    close: async () => opened?.close(),
  };
}

/** A `fetch` that names the wrapped one as `inner` and logs each request: method, address without its query, status and milliseconds. Never a header or body. */
export function loggedFetch(inner: Fetch, log: Log): Fetch {
  const logged: Fetch = async (url, init) => {
    const { host, pathname } = new URL(url);
    const started = performance.now();
    const response = await inner(url, init);
    const took = Math.round(performance.now() - started);
    log(
      LoggingSeverity.Verbose,
      "http",
      `${init.method} ${host}${pathname} ${response.status} in ${took} ms`,
    );
    return response;
  };
  return Object.assign(logged, { inner });
}
