import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { type InvocationResult, type JoinedActivity, startEmulator } from "../../../../src/emulator/index.ts";
import { activityLink, readActivityLink } from "../../../../src/interactions/index.ts";

const emulator = await startEmulator({
  world: { applications: [{ activities: true }, { name: "Bot" }], guilds: [{ id: "7", name: "Reef" }] },
});
let launched: InvocationResult;
let joined: JoinedActivity;
afterAll(() => emulator.close());
const agent = (name: string) => emulator.player(name, { guild: "Reef" });
beforeEach(async () => {
  launched = await agent("Ada").use("launch");
  joined = agent("Ada").join(launched);
});
afterEach(() => joined.leave());

async function exists(id: string): Promise<number> {
  const { id: applicationId, botToken } = emulator.application;
  const headers = { authorization: `Bot ${botToken}` };
  const url = `${emulator.apiBase}/applications/${applicationId}/activity-instances/${id}`;
  return (await fetch(url, { headers })).status;
}

it("joins a launched Activity by its id, instance or window", () => {
  const { activityInstance } = launched;
  expect(joined.instance.instance_id).toBe(activityInstance?.id);
  expect(joined.instance.launch_id).toBe(activityInstance?.launch_id);
  const windows = [activityInstance?.id ?? "", joined.instance, joined].map((one) =>
    agent("Grace").join(one),
  );
  expect(joined.instance.users).toEqual(emulator.players.map(({ id }) => id));
  expect(windows.map(({ player }) => player.name)).toEqual(["Grace", "Grace", "Grace"]);
  for (const window of windows) window.leave();
  expect(joined.instance.users).toEqual([emulator.players[0].id]);
});

it("ends the Activity at the service when the last player leaves", async () => {
  const id = joined.instance.instance_id;
  const grace = agent("Grace").join(launched);
  joined.leave();
  expect([joined.isOpen, grace.isOpen, await exists(id)]).toEqual([false, true, 200]);
  grace.leave();
  expect(await exists(id)).toBe(404);
  expect(() => agent("Ada").join(launched)).toThrow(expect.objectContaining({ code: "unknown_activity" }));
  const again = await agent("Ada").use("launch");
  expect(again.activityInstance?.id).not.toBe(id);
  joined = agent("Ada").join(again);
});

it("joins an already running Activity on a second launch", async () => {
  const { activityInstance } = await agent("Grace").use("launch");
  expect(activityInstance?.id).toBe(launched.activityInstance?.id);
  expect(activityInstance?.users).toHaveLength(2);
  agent("Grace").join(launched).leave();
});

it("has a URL on the application's own origin", () => {
  const url = new URL(joined.url);
  const { port } = new URL(emulator.webBase);
  expect(url.host).toBe(`${emulator.application.id}.localhost:${port}`);
  expect([...url.searchParams.keys()]).toEqual(["ticket"]);
});

it("prompts the player or answers automatically", async () => {
  const activity = joined.connect();
  const authorize = () =>
    activity.command("AUTHORIZE", { client_id: emulator.application.id, scope: ["identify"] });
  const first = authorize();
  expect(joined.prompts).toMatchObject([{ kind: "consent", scopes: ["identify"] }]);
  joined.prompts[0]?.accept();
  expect(await first).toEqual({ code: expect.any(String) });
  joined.answer = "deny";
  await expect(authorize()).rejects.toMatchObject({ errorCode: 5000 });
  expect(joined.answer).toBe("deny");
  expect(() => (joined.answer = "perhaps" as "ask")).toThrow(
    expect.objectContaining({ code: "invalid_argument" }),
  );
});

it("reports window changes to the Activity and records the messages", async () => {
  const activity = joined.connect();
  const received: unknown[] = [];
  await activity.subscribe("ACTIVITY_LAYOUT_MODE_UPDATE", (data) => received.push(data));
  joined.controls.layoutMode = "pip";
  expect(received).toEqual([{ layout_mode: 1 }]);
  expect(joined.report).toMatchObject({ logs: [] });
  expect(joined.messages.map(({ title }) => title)).toEqual([
    "HANDSHAKE",
    "READY",
    "SUBSCRIBE ACTIVITY_LAYOUT_MODE_UPDATE",
    "SUBSCRIBE",
    "ACTIVITY_LAYOUT_MODE_UPDATE",
  ]);
});

it("rejects a result that launched no Activity", () => {
  for (const none of [{ messages: [] }, {}, "", 7])
    expect(() => agent("Ada").join(none as InvocationResult)).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
});

describe("a followed link", () => {
  const linkOf = (applicationId: string) =>
    activityLink({ applicationId, referrerId: "5", customId: "cave" });

  it("launches the Activity and passes the referrer id and custom id to its page", () => {
    const ada = emulator.player("Ada");
    const followed = ada.follow(linkOf(emulator.application.id));
    expect(followed.instance.users).toEqual([ada.player.id]);
    expect(followed.query).toMatch(/^\?instance_id=i-/);
    expect(readActivityLink(followed.query)).toEqual({ referrerId: "5", customId: "cave" });
    followed.leave();
  });

  it("joins an Activity that is already running", () => {
    expect(readActivityLink(joined.query)).toEqual({});
    const grace = agent("Grace").follow(linkOf(emulator.application.id));
    expect(grace.instance.instance_id).toBe(joined.instance.instance_id);
    // Direct messages are a different location, so a new Activity starts.
    const other = emulator.player("Grace").follow(linkOf(emulator.application.id));
    expect(other.instance.instance_id).not.toBe(joined.instance.instance_id);
    for (const window of [grace, other]) window.leave();
  });

  it("is rejected if it is invalid or the application has no Activities", () => {
    const [first, bot] = emulator.applications;
    const { id } = first ?? expect.unreachable();
    const follow = (link: string, application = first) =>
      emulator.player("Ada", { application }).follow(link);
    const isUnknown = (words: string) =>
      expect.objectContaining({ code: "unknown_activity", hint: expect.stringContaining(words) });
    for (const link of [linkOf("5"), "", "https://discord.com/activities/", `/activities/${id}x`]) {
      expect(() => follow(link)).toThrow(isUnknown("activityLink"));
    }
    expect(() => follow(linkOf(bot?.id ?? ""), bot)).toThrow(isUnknown("enable Activities"));
  });
});
