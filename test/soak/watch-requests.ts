import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";

export interface WatchedRequests {
  /** In microseconds. */
  readonly times: RecordableHistogram;
  readonly stop: () => void;
}

export function watchRequests(base: string): WatchedRequests {
  const { host } = new URL(base);
  const starts = new WeakMap<object, number>();
  const times = createHistogram();
  const start = (message: unknown) => {
    const { request } = message as { readonly request: ClientRequest };
    if (request.getHeader("host") === host) starts.set(request, performance.now());
  };
  const finish = (message: unknown) => {
    const { request } = message as { readonly request: ClientRequest };
    const started = starts.get(request);
    if (started !== undefined) times.record(Math.max(1, Math.round((performance.now() - started) * 1000)));
  };
  subscribe("http.client.request.start", start);
  subscribe("http.client.response.finish", finish);
  return {
    times,
    stop: () => {
      unsubscribe("http.client.request.start", start);
      unsubscribe("http.client.response.finish", finish);
    },
  };
}
