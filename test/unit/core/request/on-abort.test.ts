import { expect, it, vi } from "vitest";
import { onAbort } from "../../../../src/core/request/abort.ts";

it("calls every handler of a signal once through a single listener", () => {
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const stops = Array.from({ length: 50 }, () => vi.fn<() => void>());
  for (const stop of stops) onAbort(controller.signal, stop);
  controller.abort();
  expect(stops.map((stop) => stop.mock.calls.length)).toEqual(stops.map(() => 1));
  expect(added).toHaveBeenCalledOnce();
});

it("does not call a removed handler, and removes the listener with the last one", () => {
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

it("keeps later handlers if a handler is removed twice", () => {
  const controller = new AbortController();
  const leave = onAbort(controller.signal, () => undefined);
  leave();
  const stop = vi.fn<() => void>();
  onAbort(controller.signal, stop);
  leave();
  controller.abort();
  expect(stop).toHaveBeenCalledOnce();
});
