import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterEach, expect, test, vi } from "vitest";
import { createDiagnosticsChannel } from "../../../../src/server/tracing/fleet-channels.ts";

const name = "slashpass:test:event";

afterEach(() => vi.unstubAllGlobals());

test("delivers published messages to the channel's subscribers", () => {
  const received: unknown[] = [];
  const listen = (message: unknown, from: string | symbol) => void received.push([from, message]);
  subscribe(name, listen);
  const events = createDiagnosticsChannel<{ readonly ms: number }>(name);
  events.publish(() => ({ ms: 5 }));
  unsubscribe(name, listen);
  events.publish(() => ({ ms: 6 }));
  expect(received).toEqual([[name, { ms: 5 }]]);
  expect(events.name).toBe(name);
});

test("creates no message if there are no subscribers", () => {
  const describe = vi.fn<() => number>();
  createDiagnosticsChannel<number>(name).publish(describe);
  expect(channel(name).hasSubscribers).toBe(false);
  expect(describe).not.toHaveBeenCalled();
});

test.each([
  ["no process", undefined],
  ["a process without modules", {}],
  ["no diagnostics_channel module", { getBuiltinModule: () => undefined }],
])("has no subscribers in a runtime with %s", (_what, process) => {
  vi.stubGlobal("process", process);
  const describe = vi.fn<() => number>();
  const events = createDiagnosticsChannel<number>(name);
  events.publish(describe);
  events.publish(describe);
  expect(describe).not.toHaveBeenCalled();
});
