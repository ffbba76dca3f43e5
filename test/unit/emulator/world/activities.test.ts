import { expect, test } from "vitest";
import { Activities } from "../../../../src/emulator/world/activities.ts";

const launch = { applicationId: "1", userId: "2", channelId: "3" };

test("an Activity is known by its id to its own application only", () => {
  const activities = new Activities(Date.now);
  const instance = activities.launch(launch);
  expect(activities.find("1", instance.instance_id)).toBe(instance);
  expect(activities.find("9", instance.instance_id)).toBeUndefined();
  expect(activities.find("1", "i-0-pc-0")).toBeUndefined();
});

test("an Activity runs in a private channel, or in a guild's", () => {
  const activities = new Activities(Date.now);
  expect(activities.launch(launch)).toMatchObject({
    instance_id: expect.stringMatching(/^i-\d+-pc-[\da-f]{8}$/),
    location: { id: "pc-3", kind: "pc", channel_id: "3" },
  });
  expect(activities.launch(launch).location).not.toHaveProperty("guild_id");
  expect(activities.launch({ ...launch, guildId: "7" })).toMatchObject({
    instance_id: expect.stringMatching(/^i-\d+-gc-[\da-f]{8}$/),
    location: { id: "gc-7-3", kind: "gc", channel_id: "3", guild_id: "7" },
  });
});

test("everybody takes part once", () => {
  const activities = new Activities(Date.now);
  const instance = activities.launch(launch);
  const joined = activities.join(instance, "5");
  expect(joined.users).toEqual(["2", "5"]);
  expect(activities.join(joined, "2")).toBe(joined);
  expect(activities.find("1", instance.instance_id)).toEqual(joined);
});
