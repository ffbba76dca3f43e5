import { expect, it } from "vitest";
import { openRoom } from "../../../../setup/activity/open-room.ts";

it("adds an Activity's logs and settings to its window's report", async () => {
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

it("opens a URL only if the player accepts", async () => {
  const { page, window } = await openRoom().play();
  const url = "https://example.com/a";
  for (const opened of [true, false]) {
    const answer = page.run("OPEN_EXTERNAL_LINK", { url });
    const [prompt] = window.prompts.all;
    expect(prompt).toMatchObject({ kind: "external-link", url });
    if (opened) prompt?.accept();
    else prompt?.deny();
    expect(await answer).toEqual({ opened });
  }
});

it("stores the player's image alongside message attachments", async () => {
  const { play, world } = openRoom();
  const { page, window } = await play("identify");
  const upload = async (choice?: string) => {
    const answer = page.run("INITIATE_IMAGE_UPLOAD");
    expect(window.prompts.all).toMatchObject([{ kind: "image" }]);
    window.prompts.all[0]?.accept(choice);
    const { image_url: url } = await answer;
    const [, id = ""] = /\/attachments\/22\/(\d+)\/image\.\w+$/.exec(String(url)) ?? [];
    return world.files.find(id) ?? expect.unreachable();
  };
  const stored = await upload(`data:image/gif;base64,${Buffer.from("GIF89a").toString("base64")}`);
  expect(stored).toMatchObject({ filename: "image.gif", contentType: "image/gif", size: 6 });
  expect(await stored.content.text()).toBe("GIF89a");
  const small = Buffer.from(await (await upload()).content.arrayBuffer());
  expect(small.subarray(1, 4).toString()).toBe("PNG");
});

it("rejects a missing or invalid image", async () => {
  const { page, window } = await openRoom().play("identify");
  for (const answer of [
    () => window.prompts.all[0]?.deny(),
    () => window.prompts.all[0]?.accept("data:text/html,a"),
  ]) {
    const refusal = page.refusal("INITIATE_IMAGE_UPLOAD");
    answer();
    expect(await refusal).toEqual({ code: 1000, message: "Ada did not choose a picture." });
  }
});

it("shows the player's status until it is cleared", async () => {
  const { page, window } = await openRoom().play("rpc.activities.write");
  const { id, name } = window.application;
  const displayed = {
    state: "In a match",
    party: { id: "p", size: [1, 4] },
    assets: { large_image: "reef" },
  };
  const activity = {
    ...displayed,
    type: 5,
    details: "Level 3",
    details_url: "https://example.com/level",
    timestamps: { start: 1_700_000_000_000, end: null },
    assets: { large_image: "reef", large_text: "The reef", small_image: null },
    secrets: { join: "j" },
    instance: true,
  };
  const status = await page.run("SET_ACTIVITY", { activity, pid: 3 });
  expect(status).toMatchObject({ ...displayed, name, type: 5, application_id: id });
  expect(window.report.status).toMatchObject(displayed);
  expect(await page.run("SET_ACTIVITY", { activity: null })).toMatchObject({ name, type: 0 });
  expect(window.report.status).toBeUndefined();
});
