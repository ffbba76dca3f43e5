import { expect, it, vi } from "vitest";
import { onAbort } from "../../../../src/core/request/abort.ts";

it("Everything that follows a signal is stopped once, and the signal has one listener", () => {
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const stops = Array.from({ length: 50 }, () => vi.fn<() => void>());
  for (const stop of stops) onAbort(controller.signal, stop);
  controller.abort();
  expect(stops.map((stop) => stop.mock.calls.length)).toEqual(stops.map(() => 1));
  expect(added).toHaveBeenCalledOnce();
});

it("Who has left is not stopped, and the last one takes the listener along", () => {
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const removed = vi.spyOn(controller.signal, "removeEventListener");
  const stop = vi.fn<() => void>();
  const [first, second] = [onAbort(controller.signal, stop), onAbort(controller.signal, stop)];
  first();
  expect(removed).not.toHaveBeenCalled();
  second();
  second();
  expect(removed.mock.calls).toEqual([["abort", added.mock.calls[0]?.[1]]]);
  controller.abort();
  expect(stop).not.toHaveBeenCalled();
});

it("One that leaves twice does not end those that came later", () => {
  const controller = new AbortController();
  const leave = onAbort(controller.signal, () => undefined);
  leave();
  const stop = vi.fn<() => void>();
  onAbort(controller.signal, stop);
  leave();
  controller.abort();
  expect(stop).toHaveBeenCalledOnce();
});
