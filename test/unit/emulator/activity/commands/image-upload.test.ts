import { expect, it } from "vitest";
import { openRoom } from "../../../../setup/activity/open-room.ts";

it("stores the player's image with the message attachments", async () => {
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
  const kept = await upload(`data:image/gif;base64,${Buffer.from("GIF89a").toString("base64")}`);
  expect(kept).toMatchObject({ filename: "image.gif", contentType: "image/gif", size: 6 });
  expect(await kept.content.text()).toBe("GIF89a");
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
    expect(await refusal).toEqual({ code: 1000, message: "Ada has not chosen a picture." });
  }
  const { page: anybody } = await openRoom().play();
  expect(await anybody.refusal("INITIATE_IMAGE_UPLOAD")).toMatchObject({ code: 4006 });
});
