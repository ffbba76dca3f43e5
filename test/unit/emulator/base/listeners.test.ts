import { expect, test } from "vitest";
import { Listeners } from "../../../../src/emulator/base/recent.ts";

test("calls every listener until it is removed", () => {
  const listeners = new Listeners<number>();
  const [first, second]: [number[], number[]] = [[], []];
  const stop = listeners.listen((one) => first.push(one));
  listeners.listen((one) => second.push(one));
  listeners.tell(1);
  stop();
  listeners.tell(2);
  expect([first, second]).toEqual([[1], [1, 2]]);
});
