import { expect, it } from "vitest";
import { openRoom } from "../../../../setup/activity/open-room.ts";

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

it.each([
  [{ url: "example" }, 4002, "Invalid URL: example"],
  [{ url: "javascript:alert(1)" }, 4002, "Invalid URL: javascript:alert(1)"],
  [{}, 4000, "args.url is missing"],
])("rejects %j", async (args, code, message) => {
  const { page, window } = await openRoom().play();
  expect(await page.refusal("OPEN_EXTERNAL_LINK", args)).toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
  expect(window.prompts.all).toEqual([]);
});
