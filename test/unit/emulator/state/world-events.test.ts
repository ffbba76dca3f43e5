import { expect, test } from "vitest";
import { type WorldEvent, WorldEvents } from "../../../../src/emulator/state/world-events.ts";

const event: WorldEvent = {
  name: "APPLICATION_DEAUTHORIZED",
  data: { user: { id: "1", username: "ada" } },
  applicationId: "2",
};

test("notifies every listener until it is removed", () => {
  const worldEvents = new WorldEvents();
  const [first, second]: [WorldEvent[], WorldEvent[]] = [[], []];
  const stop = worldEvents.listen((one) => first.push(one));
  worldEvents.listen((one) => second.push(one));
  worldEvents.tell(event);
  stop();
  worldEvents.tell(event);
  expect(first).toEqual([event]);
  expect(second).toEqual([event, event]);
});
