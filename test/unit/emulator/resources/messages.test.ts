import { describe, expect, it } from "vitest";
import { readWorldInit, World } from "../../../../src/emulator/state/world.ts";
import { askApi } from "../../../setup/emulator/api.ts";
import { formWith } from "../../../setup/emulator/encode.ts";

function openWorld(application: object = {}) {
  const guild = { id: "7", name: "Reef", channels: [{ id: "8", name: "general" }] };
  const world = new World({
    world: readWorldInit({ applications: [{ id: "1", ...application }], guilds: [guild] }, "world"),
  });
  const say = async (body: unknown, channel = "8", caller = {}) =>
    (await askApi(world, "POST", `/channels/${channel}/messages`, body, caller)).body as Record<
      string,
      unknown
    >;
  return { world, say };
}

const refused = (status: number, code: number) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) });

describe("a message of a bot", () => {
  it("is visible to everyone in its channel", async () => {
    const { world, say } = openWorld();
    const message = await say({ content: "Hello", flags: 64, nonce: "a" });
    expect(message).toMatchObject({ content: "Hello", author: { id: "1" }, flags: 0, nonce: "a", type: 0 });
    expect(message).not.toHaveProperty("webhook_id");
    expect(world.history.in("8")).toEqual([message]);
    const [ada] = world.players.all;
    const direct = world.channels.ofApplication("1", ada as never);
    expect(await say({ content: "Hi" }, direct.id)).toMatchObject({ channel_id: direct.id });
  });

  it("can have files", async () => {
    const { say } = openWorld();
    expect(await say(formWith({ content: "x" }, ["map.txt"]))).toMatchObject({
      attachments: [{ filename: "map.txt", size: 5 }],
    });
  });

  it("is sent once in a few minutes if its nonce is enforced", async () => {
    const { world, say } = openWorld();
    const first = await say({ content: "x", nonce: "a" });
    const again = { content: "y", nonce: "a", enforce_nonce: true };
    expect(await say(again)).toEqual(first);
    expect(await say({ ...again, enforce_nonce: false })).toMatchObject({ content: "y" });
    expect(await say({ ...again, nonce: "b" })).toMatchObject({ content: "y", nonce: "b" });
    world.clock.advance(5 * 60 * 1000);
    expect(await say({ ...again, content: "z" })).toMatchObject({ content: "z" });
    expect(world.history.in("8")).toHaveLength(4);
  });

  it.each([
    [{}, "9", 404, 10_003],
    [{}, "x", 400, 50_035],
    [{ guilds: [] }, "8", 403, 50_001],
    [{ permissions: "1024" }, "8", 403, 50_013],
  ])("is rejected for an application with %j in channel %s", async (application, channel, status, code) => {
    await expect(openWorld(application).say({ content: "x" }, channel)).rejects.toEqual(
      refused(status, code),
    );
  });

  it.each([
    [{ content: "" }, 400, 50_006],
    [{ content: "x".repeat(2001) }, 400, 50_035],
    [{ embeds: [{ fields: Array.from({ length: 26 }, () => ({ name: "a", value: "b" })) }] }, 400, 50_035],
    [{ content: "x", sticker_ids: ["1"] }, 404, 0],
    [{ content: "x", message_reference: { message_id: "1" } }, 404, 0],
    [{ content: "x", sticker_ids: ["1"], flags: 32_768 }, 400, 50_035],
  ])("is rejected for its content (%#)", async (body, status, code) => {
    await expect(openWorld().say(body)).rejects.toEqual(refused(status, code));
  });

  it("requires a bot, and the permission to attach files", async () => {
    const form = formWith({ content: "x" }, ["map.txt"]);
    await expect(openWorld({ permissions: "2048" }).say(form)).rejects.toEqual(refused(403, 50_013));
    expect(await openWorld({ permissions: "8" }).say(form)).toMatchObject({ content: "x" });
    await expect(openWorld().say({ content: "x" }, "8", { bot: false })).rejects.toEqual(refused(401, 0));
    const { world, say } = openWorld();
    const [ada, grace] = world.players.all;
    const among = world.channels.among([ada, grace] as never);
    await expect(say({ content: "x" }, among.id)).rejects.toEqual(refused(403, 50_001));
  });
});
