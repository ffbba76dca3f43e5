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
])("A listener that %s ends what it listened to, and nothing else", async (_how, listener) => {
  const socket = new EventEmitter();
  const end = vi.fn();
  socket.on("data", guarded(listener, end));
  socket.emit("data", "first", 2);
  await nextTurn();
  expect(end.mock.calls).toEqual([[failure, "first", 2]]);
});

it("One that does its work is left alone, also where that takes a while", async () => {
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
])("An end that %s too ends nothing more", async (_how, end) => {
  expect(
    guarded(() => {
      throw failure;
    }, end)(),
  ).toBeUndefined();
  await nextTurn();
});
