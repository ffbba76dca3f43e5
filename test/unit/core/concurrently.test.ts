import { expect, it } from "vitest";
import { mapConcurrently } from "../../../src/core/concurrently.ts";

it("returns the results in order and limits the number of concurrent calls", async () => {
  const running = new Set<number>();
  let most = 0;
  const results = await mapConcurrently([3, 1, 2, 0], 2, async (item) => {
    most = Math.max(most, running.add(item).size);
    for (let turn = 0; turn < item; turn++) await Promise.resolve();
    running.delete(item);
    return `item ${item}`;
  });
  expect([results, most]).toEqual([["item 3", "item 1", "item 2", "item 0"], 2]);
});

it("processes no further items after a failure", async () => {
  const started: number[] = [];
  const work = async (item: number) => {
    started.push(item);
    if (item === 0) throw new Error("It failed.");
    await new Promise(setImmediate);
  };
  await expect(mapConcurrently([0, 1, 2, 3], 2, work)).rejects.toThrow("It failed.");
  await new Promise(setImmediate);
  expect(started).toEqual([0, 1]);
});
