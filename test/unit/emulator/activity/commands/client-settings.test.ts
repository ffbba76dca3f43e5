import { expect, it } from "vitest";
import { openRoom } from "../../../../setup/activity/open-room.ts";

it("stores logs and settings of an Activity in the report of its window", async () => {
  const { page, window } = await openRoom().play();
  await page.run("CAPTURE_LOG", { level: "warn", message: "Low on air" });
  expect(window.report.logs).toEqual([{ level: "warn", message: "Low on air" }]);
  for (let count = 0; count < 100; count++) await page.run("CAPTURE_LOG", { level: "log", message: "" });
  expect(window.report.logs).toHaveLength(100);
  expect(await page.run("SET_CONFIG", { use_interactive_pip: true })).toEqual({ use_interactive_pip: true });
  expect(window.report.hasInteractivePip).toBe(true);
  const lock = { lock_state: 3, picture_in_picture_lock_state: null };
  expect(await page.run("SET_ORIENTATION_LOCK_STATE", lock)).toBeNull();
  expect(window.report.orientationLock).toEqual(lock);
});

it("returns the properties of the client", async () => {
  const { page } = await openRoom({ players: [{ name: "Ada", locale: "de" }] }).play("identify");
  expect(await page.run("ENCOURAGE_HW_ACCELERATION")).toEqual({ enabled: true });
  expect(await page.run("GET_PLATFORM_BEHAVIORS")).toEqual({ iosKeyboardResizesView: true });
  expect(await page.run("USER_SETTINGS_GET_LOCALE")).toEqual({ locale: "de" });
  const [one, other] = [
    await page.run("REQUEST_PROXY_TICKET_REFRESH"),
    await page.run("REQUEST_PROXY_TICKET_REFRESH"),
  ];
  expect(one).not.toEqual(other);
});

it.each([
  ["CAPTURE_LOG", { level: "shout", message: "" }, 'args.level is "shout"'],
  ["CAPTURE_LOG", undefined, "args.level is missing"],
  ["SET_CONFIG", {}, "args.use_interactive_pip is missing"],
  ["SET_ORIENTATION_LOCK_STATE", { lock_state: 4 }, "args.lock_state is 4, but must be 1 or 2 or 3."],
  ["SET_ORIENTATION_LOCK_STATE", { lock_state: 1, grid: 1 }, "args.grid does not exist."],
])("rejects %s of %j and names the invalid argument", async (command, args, message) => {
  const { page } = await openRoom().play();
  expect(await page.refusal(command, args)).toMatchObject({
    code: 4000,
    message: expect.stringContaining(message),
  });
});

it("requires identify for the player's locale", async () => {
  const { page } = await openRoom().play("guilds");
  expect(await page.refusal("USER_SETTINGS_GET_LOCALE")).toMatchObject({ code: 4006 });
});
