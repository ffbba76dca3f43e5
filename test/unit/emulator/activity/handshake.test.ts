import { expect, it } from "vitest";
import { checkHandshake } from "../../../../src/emulator/activity/connection.ts";
import type { EmulatorApplication } from "../../../../src/emulator/state/application.ts";

const window = { id: "f", application: { id: "1", name: "Reef" } as EmulatorApplication };
const right = { v: 1, encoding: "json", client_id: "1", frame_id: "f" };

it("accepts the version, the application and the window", () => {
  expect(checkHandshake(right, window)).toBeUndefined();
  expect(checkHandshake({ ...right, encoding: undefined }, window)).toBeUndefined();
});

it.each<[object, number, string]>([
  [{ v: 2 }, 4004, "v must be 1"],
  [{ encoding: "etf" }, 4005, "must be json"],
  [{ client_id: undefined }, 4000, 'new DiscordSDK("1")'],
  [{ frame_id: "g" }, 1003, "another window"],
])("rejects %j with code %i", (change, code, problem) => {
  const refused = { code, problem: expect.stringContaining(problem) as unknown };
  expect(checkHandshake({ ...right, ...change }, window)).toEqual(refused);
});
