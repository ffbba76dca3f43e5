import { expect, test } from "vitest";
import { type Happening, Happenings } from "../../../../src/emulator/state/world-events.ts";

const happening: Happening = {
  name: "APPLICATION_DEAUTHORIZED",
  data: { user: { id: "1", username: "ada" } },
  applicationId: "2",
};

test("everybody who listens is told, until they stop", () => {
  const happenings = new Happenings();
  const [first, second]: [Happening[], Happening[]] = [[], []];
  const stop = happenings.listen((one) => first.push(one));
  happenings.listen((one) => second.push(one));
  happenings.tell(happening);
  stop();
  happenings.tell(happening);
  expect(first).toEqual([happening]);
  expect(second).toEqual([happening, happening]);
});
