import { expect, it, vi } from "vitest";
import { abortedError } from "../../../../src/core/errors.ts";
import { onAbort, orAborted, startUnlessAborted } from "../../../../src/core/request/abort.ts";

const never = new Promise<never>(() => undefined);

it.each([undefined, new AbortController().signal])(
  "settles with the work's outcome if the signal is not aborted (%#)",
  async (signal) => {
    expect(await orAborted(Promise.resolve(7), "Asking", signal)).toBe(7);
    await expect(orAborted(Promise.reject(new Error("no")), "Asking", signal)).rejects.toThrow("no");
  },
);

it("rejects if the signal is aborted before or during the work", async () => {
  await expect(orAborted(never, "Asking", AbortSignal.abort())).rejects.toMatchObject({
    code: "aborted",
    message: expect.stringContaining("Asking") as unknown,
  });
  const stop = new AbortController();
  const asking = orAborted(never, "Asking", stop.signal);
  stop.abort(new Error("of the game"));
  await expect(asking).rejects.toMatchObject({ code: "aborted" });
});

it("rejects with the abort reason if it is a ClientError", async () => {
  const reason = abortedError("Something else");
  await expect(orAborted(never, "Asking", AbortSignal.abort(reason))).rejects.toBe(reason);
});

it("does not start work if its signal is already aborted", async () => {
  let begun = 0;
  const work = async () => Promise.resolve((begun += 1));
  const asking = startUnlessAborted(work, "Asking", AbortSignal.abort());
  await expect(asking).rejects.toMatchObject({ code: "aborted", message: "Asking was aborted." });
  expect(begun).toBe(0);
  expect(await startUnlessAborted(work, "Asking", new AbortController().signal)).toBe(1);
  expect(await startUnlessAborted(work, "Asking", undefined)).toBe(2);
});

it("calls each of a signal's handlers once through a single listener", () => {
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const stops = Array.from({ length: 50 }, () => vi.fn<() => void>());
  for (const stop of stops) onAbort(controller.signal, stop);
  controller.abort();
  expect(stops.map((stop) => stop.mock.calls.length)).toEqual(stops.map(() => 1));
  expect(added).toHaveBeenCalledOnce();
});

it("skips removed handlers and removes the listener along with the last handler", () => {
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
