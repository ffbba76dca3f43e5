// Records OpenTelemetry counters and histograms from the fleet's diagnostics channels (listed in docs/guides/server.md):
//   observeFleet(metrics.getMeter("my-game"))
// Player ids are never attributes, because one time series per player would be too expensive.
import { subscribe } from "node:diagnostics_channel";

/** @param {import("@opentelemetry/api").Meter} meter */
export function observeFleet(meter) {
  const ms = { unit: "ms" };
  const reads = meter.createHistogram("slashpass.token.read.duration", ms);
  const refreshes = meter.createHistogram("slashpass.token.refresh.duration", ms);
  const exchanges = meter.createHistogram("slashpass.token.exchange.duration", ms);
  const waits = meter.createHistogram("slashpass.limit.wait.duration", ms);
  const conflicts = meter.createCounter("slashpass.token.conflicts");
  const sessions = meter.createCounter("slashpass.session.uses");
  const failures = meter.createCounter("slashpass.store.failures");
  const refused = meter.createCounter("slashpass.limit.refusals");
  const gamesRefused = meter.createCounter("slashpass.game.refusals");
  const writes = meter.createCounter("slashpass.store.replicated");
  const states = meter.createCounter("slashpass.limit.states");

  on("slashpass:token:read", (event) => reads.record(event.durationMs, { outcome: event.outcome }));
  on("slashpass:token:refresh", (event) => refreshes.record(event.durationMs, outcomeOf(event)));
  on("slashpass:token:exchange", (event) => exchanges.record(event.durationMs, outcomeOf(event)));
  on("slashpass:limit:wait", (event) => waits.record(event.durationMs, { reason: event.reason }));
  on("slashpass:token:conflict", () => conflicts.add(1));
  on("slashpass:session:use", (event) => sessions.add(1, { outcome: event.outcome }));
  on("slashpass:store:failed", (event) => failures.add(1, { code: event.code }));
  on("slashpass:game:refused", (event) => gamesRefused.add(1, { limit: event.limit }));
  on("slashpass:store:replicated", (event) => writes.add(1, { outcome: event.outcome }));
  on("slashpass:limit:refused", (event) => refused.add(1, { code: event.code }));
  on("slashpass:limit:state", (event) => states.add(1, { state: event.state }));
}

/**
 * @param {string} name
 * @param {(event: any) => void} listener
 */
function on(name, listener) {
  subscribe(name, (message) => listener(message));
}

/** @param {{ outcome: string, code?: string }} event */
function outcomeOf({ outcome, code }) {
  return code === undefined ? { outcome } : { outcome, code };
}
