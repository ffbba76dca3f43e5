import { beforeEach, expect, test } from "vitest";
import { Activities } from "../../../../src/emulator/state/activities.ts";

let activities: Activities;
beforeEach(() => {
  activities = new Activities(Date.now);
});
const launch = { applicationId: "1", userId: "2", channelId: "3" };

test("finds an Activity by id only for its own application", () => {
  const instance = activities.launch(launch);
  expect(activities.find("1", instance.instance_id)).toBe(instance);
  expect(activities.find("9", instance.instance_id)).toBeUndefined();
  expect(activities.find("1", "i-0-pc-0")).toBeUndefined();
});

test("runs an Activity in a private channel or in a guild channel", () => {
  expect(activities.launch(launch)).toMatchObject({
    instance_id: expect.stringMatching(/^i-\d+-pc-[\da-f]{8}$/),
    location: { id: "pc-3", kind: "pc", channel_id: "3" },
  });
  expect(activities.launch(launch).location).not.toHaveProperty("guild_id");
  expect(activities.launch({ ...launch, channelId: "4", guildId: "7" })).toMatchObject({
    instance_id: expect.stringMatching(/^i-\d+-gc-[\da-f]{8}$/),
    location: { id: "gc-7-4", kind: "gc", channel_id: "4", guild_id: "7" },
  });
});

test("adds each player once", () => {
  const instance = activities.launch(launch);
  const joined = activities.join(instance, "5");
  expect(joined.users).toEqual(["2", "5"]);
  expect(activities.join(joined, "2")).toBe(joined);
  expect(activities.find("1", instance.instance_id)).toEqual(joined);
});

test("lists one application's Activities", () => {
  const [first, second] = [activities.launch(launch), activities.launch({ ...launch, channelId: "4" })];
  activities.launch({ ...launch, applicationId: "9" });
  expect(activities.of("1")).toEqual([first, second]);
});

test("joins a channel's running Activity on a second launch", () => {
  const { instance_id: id } = activities.launch(launch);
  const again = activities.launch({ ...launch, userId: "5" });
  expect(again).toMatchObject({ instance_id: id, users: ["2", "5"] });
  expect(activities.launch({ ...launch, applicationId: "9" }).instance_id).not.toBe(id);
});

test("ends an Activity permanently when the last player leaves", () => {
  const received: (readonly string[])[] = [];
  activities.listen(({ users }) => received.push(users));
  const instance = activities.launch(launch);
  activities.join(instance, "5");
  activities.leave(instance.instance_id, "2");
  activities.leave(instance.instance_id, "2");
  expect(activities.find("1", instance.instance_id)?.users).toEqual(["5"]);
  activities.leave(instance.instance_id, "5");
  activities.leave("i-0-pc-0", "5");
  expect(activities.find("1", instance.instance_id)).toBeUndefined();
  expect(received).toEqual([["2"], ["2", "5"], ["5"], []]);
  expect(() => activities.join(instance, "2")).toThrow(expect.objectContaining({ code: "unknown_activity" }));
  const next = activities.launch(launch);
  expect([next.instance_id, next.launch_id]).not.toContain(instance.instance_id);
  expect(next.launch_id).not.toBe(instance.launch_id);
});
