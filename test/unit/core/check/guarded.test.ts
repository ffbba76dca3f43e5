import { EventEmitter } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { guarded } from "../../../../src/core/check/callback.ts";

const failure = new Error("the listener failed");

it.each([
  [
    "throws",
    () => {
      throw failure;
    },
  ],
  ["rejects", () => Promise.reject(failure)],
])("calls the end handler if the listener %s", async (_how, listener) => {
  const socket = new EventEmitter();
  const end = vi.fn();
  socket.on("data", guarded(listener, end));
  socket.emit("data", "first", 2);
  await nextTurn();
  expect(end.mock.calls).toEqual([[failure, "first", 2]]);
});

it("does not call the end handler for a listener that succeeds, even asynchronously", async () => {
  const end = vi.fn();
  const heard: number[] = [];
  guarded((one: number) => heard.push(one), end)(1);
  guarded(async (one: number) => heard.push(one), end)(2);
  await nextTurn();
  expect(heard).toEqual([1, 2]);
  expect(end).not.toHaveBeenCalled();
});

it.each([
  [
    "throws",
    () => {
      throw failure;
    },
  ],
  ["rejects", () => Promise.reject(failure)],
])("ignores an end handler that %s", async (_how, end) => {
  expect(
    guarded(() => {
      throw failure;
    }, end)(),
  ).toBeUndefined();
  await nextTurn();
});
