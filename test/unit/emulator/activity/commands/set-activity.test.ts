import { expect, it } from "vitest";
import { openRoom } from "../../../../setup/activity/open-room.ts";

const activity = {
  type: 5,
  state: "In a match",
  details: "Level 3",
  details_url: "https://example.com/level",
  timestamps: { start: 1_700_000_000_000, end: null },
  assets: { large_image: "reef", large_text: "The reef", small_image: null },
  party: { id: "p", size: [1, 4] },
  secrets: { join: "j" },
  instance: true,
};

it("shows the player's status until it is cleared", async () => {
  const { page, window } = await openRoom().play("rpc.activities.write");
  const { id, name } = window.application;
  const shown = { state: "In a match", party: { id: "p", size: [1, 4] }, assets: { large_image: "reef" } };
  expect(await page.run("SET_ACTIVITY", { activity, pid: 3 })).toMatchObject({
    ...shown,
    name,
    type: 5,
    application_id: id,
  });
  expect(window.report.status).toMatchObject(shown);
  expect(await page.run("SET_ACTIVITY", { activity: null })).toMatchObject({ name, type: 0 });
  expect(window.report.status).toBeUndefined();
});

it.each([
  [{ state: "a" }, "args.activity.state is not a string of 2 to 128 characters."],
  [{ type: 4 }, "args.activity.type is 4, but must be 0 or 2 or 3 or 5."],
  [{ details_url: "level" }, "args.activity.details_url is a string, but must be a URL."],
  [{ party: { size: [5, 4] } }, "args.activity.party.size is a list, but must be two numbers"],
  [{ party: { size: [5] } }, "args.activity.party.size is a list, but must be two numbers"],
  [{ timestamps: { start: "now" } }, "args.activity.timestamps.start is a string"],
  [{ name: "Mine" }, "args.activity.name does not exist."],
])("rejects %j and names the invalid argument", async (wrong, message) => {
  const { page } = await openRoom().play("rpc.activities.write");
  expect(await page.refusal("SET_ACTIVITY", { activity: wrong })).toMatchObject({
    code: 4000,
    message: expect.stringContaining(message),
  });
});

it("requires rpc.activities.write", async () => {
  const { page } = await openRoom().play("identify");
  expect(await page.refusal("SET_ACTIVITY", { activity })).toMatchObject({
    code: 4006,
    message: expect.stringContaining("rpc.activities.write"),
  });
});
