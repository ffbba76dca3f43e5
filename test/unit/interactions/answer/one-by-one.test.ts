import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { OneByOne } from "../../../../src/interactions/answer/delivery.ts";

function held(said: string[], name: string) {
  const events = new EventEmitter();
  const work = async () => {
    said.push(`${name} begins`);
    await once(events, "end");
    said.push(`${name} ends`);
    return name;
  };
  return {
    work,
    end: () => events.emit("end"),
    fail: () => events.emit("error", new Error(name)),
  };
}

test("starts work at once if idle, and after earlier work otherwise", async () => {
  const [said, turns]: [string[], OneByOne] = [[], new OneByOne()];
  const [first, second] = [held(said, "first"), held(said, "second")];
  const [one, two] = [turns.take(first.work), turns.take(second.work)];
  expect([said, turns.isBusy]).toEqual([["first begins"], true]);
  first.end();
  expect(await one).toBe("first");
  second.end();
  expect(await two).toBe("second");
  expect(said).toEqual(["first begins", "first ends", "second begins", "second ends"]);
  expect(turns.isBusy).toBe(false);
});

test("rejects only the work that failed", async () => {
  const [said, turns]: [string[], OneByOne] = [[], new OneByOne()];
  const [first, second] = [held(said, "first"), held(said, "second")];
  const [one, two] = [turns.take(first.work), turns.take(second.work)];
  const over = turns.over();
  first.fail();
  await expect(one).rejects.toThrow("first");
  second.end();
  expect(await two).toBe("second");
  await over;
  expect(said.at(-1)).toBe("second ends");
});
