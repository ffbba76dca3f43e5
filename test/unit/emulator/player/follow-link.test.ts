import { afterAll, beforeAll, expect, it } from "vitest";
import { activityLink, readActivityLink } from "../../../../src/interactions/index.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";

let emulator: Emulator;
beforeAll(async () => {
  const guilds = [{ name: "Reef" }];
  const applications = [{ activities: true }, { name: "Bot" }];
  emulator = await startEmulator({ world: { applications, guilds } });
});
afterAll(() => emulator.close());

const linkOf = (applicationId: string) => activityLink({ applicationId, referrerId: "5", customId: "cave" });

it("launches the Activity, and passes both ids to its page", () => {
  const ada = emulator.player("Ada", { guild: "Reef" });
  const joined = ada.follow(linkOf(emulator.application.id));
  expect(joined.instance.users).toEqual([ada.player.id]);
  expect(joined.query).toMatch(/^\?instance_id=i-/);
  expect(readActivityLink(joined.query)).toEqual({ referrerId: "5", customId: "cave" });
  joined.leave();
});

it("joins an Activity that is already running", async () => {
  const ada = emulator.player("Ada", { guild: "Reef" });
  const joined = ada.join(await ada.use("launch"));
  expect(readActivityLink(joined.query)).toEqual({});
  const grace = emulator.player("Grace", { guild: "Reef" }).follow(linkOf(emulator.application.id));
  expect(grace.instance.instance_id).toBe(joined.instance.instance_id);
  // A player in direct messages is in another place.
  const other = emulator.player("Grace").follow(linkOf(emulator.application.id));
  expect(other.instance.instance_id).not.toBe(joined.instance.instance_id);
  for (const window of [joined, grace, other]) window.leave();
});

it("rejects other links", () => {
  const [first, bot] = emulator.applications;
  const { id } = first ?? expect.unreachable();
  const follow = (link: string, application = first) => emulator.player("Ada", { application }).follow(link);
  const isUnknown = (words: string) =>
    expect.objectContaining({ code: "unknown_activity", hint: expect.stringContaining(words) });
  for (const link of [linkOf("5"), "", "https://discord.com/activities/", `/activities/${id}x`]) {
    expect(() => follow(link)).toThrow(isUnknown("activityLink"));
  }
  expect(() => follow(linkOf(bot?.id ?? ""), bot)).toThrow(isUnknown("Enable Activities"));
});
