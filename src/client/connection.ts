import type { Fetch } from "../core/request/fetch.ts";
import { loadOnce } from "../core/lazy.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import { checkOwnPage } from "../sign-in/page/page-appearance.ts";
import { type CheckedClientOptions, readService } from "./options.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import type { OpenConnection, ConnectionContext } from "./open-connection.ts";

export interface Connection {
  readonly service: Service;
  readonly fetch: Fetch;
  readonly open: () => Promise<OpenConnection>;
  readonly close: () => Promise<void>;
}

/** @throws ClientError `invalid_base_url`, `conflicting_versions` or `invalid_page` (ValidationError). */
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

/**
 * Wraps `fetch` as `inner`, and logs each request's method, URL without query, status and milliseconds, but no headers or bodies.
 */
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
