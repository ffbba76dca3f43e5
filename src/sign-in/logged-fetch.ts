import type { Fetch } from "../core/request/send.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";

/** A `fetch` that logs each request: method, address without its query, status and milliseconds. Never a header or body. */
export function loggedFetch(inner: Fetch, log: Log): Fetch {
  return async (url, init) => {
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
}
