import { expect, test } from "vitest";
import { Turns } from "../../../../src/server/redis/turns.ts";

test("waits only for earlier turns with the same name", async () => {
  const turns = new Turns();
  const order: string[] = [];
  const first = await turns.take("a", "Asking", undefined);
  const others = ["second", "third"].map(async (name) => {
    const pass = await turns.take("a", "Asking", undefined);
    order.push(name);
    pass();
  });
  (await turns.take("b", "Asking", undefined))();
  order.push("first");
  first();
  await Promise.all(others);
  expect(order).toEqual(["first", "second", "third"]);
  (await turns.take("a", "Asking", undefined))();
});

test("skips an aborted turn only after the earlier turns end", async () => {
  const turns = new Turns();
  const stop = new AbortController();
  const first = await turns.take("a", "Asking", undefined);
  const second = turns.take("a", "Asking", stop.signal);
  let isPresent = false;
  const third = turns.take("a", "Asking", undefined).then(() => (isPresent = true));
  stop.abort();
  await expect(second).rejects.toMatchObject({ code: "aborted" });
  expect(isPresent).toBe(false);
  first();
  await third;
});
