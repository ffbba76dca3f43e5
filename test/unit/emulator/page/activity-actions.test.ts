import { beforeEach, expect, it } from "vitest";
import { ActivityWindows } from "../../../../src/emulator/activity/windows.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import {
  activityActions,
  type AskedOfActivity,
  openWindow,
  setActivityUrl,
} from "../../../../src/emulator/page/activity-actions.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

let scene: ReturnType<typeof openScene>;
let windows: ActivityWindows;
let activity: string;
beforeEach(() => {
  scene = openScene();
  const { world, application } = scene;
  windows = new ActivityWindows({ world, webBase: "http://127.0.0.1:1" } as LiveWorld, {});
  setActivityUrl(application, "http://127.0.0.1:9");
  const launch = {
    applicationId: application.id,
    userId: world.players.first.id,
    channelId: "9",
    guildId: "7",
  };
  activity = world.activities.launch(launch).instance_id;
});
const act = (path: string, asked: Partial<AskedOfActivity>, name = "Ada") => {
  const whole = { activity, prompt: "", isAccepted: false, name: "", value: "", ...asked };
  return activityActions[path]?.(windows, scene.at({}, name), whole);
};
const join = (opened?: string, name = "Ada") =>
  act("/play/join", { ...(opened !== undefined && { opened }) }, name)?.window ?? "";

it("opens a window when a player joins, and reuses a window with the same Activity", () => {
  const ticket = join();
  expect(windows.all).toMatchObject([{ ticket, player: { name: "Ada" } }]);
  expect(join(ticket)).toBe(ticket);
  expect(join(ticket, "Grace")).not.toBe(ticket);
  expect(windows.all).toMatchObject([{ player: { name: "Grace" } }]);
});

it("replaces the window of another Activity", () => {
  const { world, application, at } = scene;
  const ticket = join();
  const userId = world.players.first.id;
  const other = world.activities.launch({
    applicationId: application.id,
    userId,
    channelId: "8",
  }).instance_id;
  openWindow(windows, at(), { activity: other, opened: ticket });
  expect(windows.all.map(({ instance }) => instance.instance_id)).toEqual([other]);
  expect(world.activities.of(application.id)).toHaveLength(1);
});

it("lets a player leave with and without a window", () => {
  const { world, application } = scene;
  const ticket = join();
  act("/play/join", {}, "Grace");
  act("/play/leave", { opened: ticket });
  expect(windows.all).toMatchObject([{ player: { name: "Grace" } }]);
  application.setActivity(undefined);
  act("/play/join", {}, "Barbara");
  expect(windows.all).toHaveLength(1);
  expect(world.activities.of(application.id)).toMatchObject([
    { users: [expect.any(String), expect.any(String)] },
  ]);
  act("/play/leave", {}, "Barbara");
  expect(world.activities.of(application.id)).toMatchObject([{ users: [expect.any(String)] }]);
});

it.each([true, false])("answers a prompt: %s", async (isAccepted) => {
  const opened = join();
  const asked = windows
    .find(opened)
    ?.prompts.show({ kind: "consent", scopes: ["identify"] }, new AbortController().signal);
  const [[prompt] = [""]] = windows.find(opened)?.prompts.entries ?? [];
  expect(act("/play/answer", { opened, prompt, isAccepted, chosen: ["9"] })).toEqual({});
  expect(await asked).toEqual(isAccepted ? { accepted: true, choice: "9" } : { accepted: false });
  for (const again of [true, false])
    expect(act("/play/answer", { opened, prompt, isAccepted: again })).toEqual({});
});

it("declines an invitation", () => {
  const [from, to] = [scene.world.players.first, scene.world.players.findOrAdd("Grace")];
  const { application } = scene;
  windows.invitations.send({ from, to, applicationId: application.id, instanceId: activity, content: "" });
  act("/play/decline", {}, "Grace");
  expect(windows.invitations.to(to)).toEqual([]);
  expect(windows.all).toEqual([]);
});

it("treats an empty choice as no choice", async () => {
  const opened = join();
  const link = { kind: "share-link", message: "", customId: undefined, players: [] } as const;
  const asked = windows.find(opened)?.prompts.show(link, new AbortController().signal);
  const [[prompt] = [""]] = windows.find(opened)?.prompts.entries ?? [];
  act("/play/answer", { opened, prompt, isAccepted: true, chosen: [""] });
  expect(await asked).toEqual({ accepted: true, choice: undefined });
});

it("opens another window of the same Activity for another device", () => {
  const opened = join();
  const { window } = act("/play/set", { opened, name: "platform", value: "mobile" }) ?? {};
  expect(windows.all).toMatchObject([
    { ticket: window, platform: "mobile", controls: { orientation: "portrait" } },
  ]);
  act("/play/set", { opened: window ?? "", name: "layoutMode", value: "pip" });
  expect(windows.all[0]?.controls.layoutMode).toBe("pip");
  expect(windows.all[0]?.instance.instance_id).toBe(activity);
  for (const wrong of [
    { name: "platform", value: "fridge" },
    { name: "colour", value: "mobile" },
  ])
    expect(() => act("/play/set", { opened: window ?? "", ...wrong })).toThrow(
      expect.objectContaining({ status: 404 }),
    );
});

it("rejects actions in a closed window", () => {
  const closed = expect.objectContaining({ code: "unknown_activity", hint: "Join or launch it again." });
  expect(() => act("/play/set", { opened: "t" })).toThrow(closed);
  expect(() => act("/play/answer", {})).toThrow(closed);
  expect(act("/play/other", {})).toBeUndefined();
});

it("adds the page's URL to the other mappings", () => {
  const { application } = scene;
  application.setActivity({ mappings: [{ prefix: "/api", target: "127.0.0.1:8" }], csp: false });
  setActivityUrl(application, "http://localhost:5173");
  expect(application.activity).toEqual({
    mappings: [
      { prefix: "/api", target: "127.0.0.1:8" },
      { prefix: "/", target: "localhost:5173" },
    ],
    csp: false,
  });
  setActivityUrl(application, "");
  expect(application.activity?.mappings).toEqual([{ prefix: "/api", target: "127.0.0.1:8" }]);
  application.setActivity(undefined);
  setActivityUrl(application, "");
  expect(application.activity).toBeUndefined();
  expect(() => setActivityUrl(application, "https://example.com")).toThrow(/address without a protocol/);
});
