import { expect, it, describe, beforeEach, vi } from "vitest";
import { ActivityWindows } from "../../../../src/emulator/activity/windows.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import {
  describeActivities,
  describeInvitations,
  describeStatus,
  describePrompt,
  describeWindow,
  changeControl,
  describeControls,
} from "../../../../src/emulator/page/activity-view.ts";
import { openScene } from "../../../setup/emulator/scene.ts";
import type { ActivityQuestion } from "../../../../src/emulator/activity/prompts.ts";
import { SkuType } from "../../../../src/wire/monetization.ts";
import type { ActivityWindow } from "../../../../src/emulator/activity/window.ts";
import { openActivityPage } from "../../../setup/activity/activity-page.ts";
import { FrameControls } from "../../../../src/emulator/activity/controls.ts";

it("describes running Activities with their location and players, newest first", () => {
  const { world, application, at } = openScene();
  const { id: userId } = world.players.first;
  const launch = (channelId: string, guildId?: string) =>
    world.activities.launch({ applicationId: application.id, userId, channelId, guildId });
  const inGuild = launch("9", "7");
  world.activities.join(inGuild, "1");
  expect(describeActivities(at({}, "Grace"))).toEqual([
    { id: inGuild.instance_id, where: "#general of Reef", players: ["Ada", "1"], isJoined: false },
  ]);
  const others = [launch("5"), launch("600", "7"), launch("4", "3")];
  const view = describeActivities(at());
  expect(view.map(({ id }) => id)).toEqual(others.map(({ instance_id }) => instance_id).toReversed());
  expect(view.map(({ where }) => where)).toEqual(["direct messages", "#600 of Reef", "direct messages"]);
  expect(view[0]?.isJoined).toBe(true);
});

/** Opens an Activity in which Ada can invite Grace. */
function openWindow() {
  const { world, application, at } = openScene([{}, {}]);
  const windows = new ActivityWindows({ world, webBase: "http://127.0.0.1:1" } as LiveWorld, {});
  const { id: userId } = world.players.first;
  const launched = { applicationId: application.id, userId, channelId: "9", guildId: "7" };
  const { instance_id: instanceId } = world.activities.launch(launched);
  const window = windows.open({ ...at(), instanceId });
  const [from, to] = [world.players.first, world.players.findOrAdd("Grace")];
  const invite = (content: string, applicationId: string = application.id) =>
    windows.invitations.send({ from, to, applicationId, instanceId, content });
  return { world, at, windows, window, invite, instanceId, other: world.applications[1]?.id ?? "" };
}

it("shows only the newest invitation until the Activity ends", () => {
  const { world, at, windows, window, invite, instanceId, other } = openWindow();
  const [{ id, name: game }] = world.applications;
  const view = (name: string) => describeInvitations(windows, at({}, name));
  invite("Come!");
  invite("Now!");
  invite("Elsewhere", other);
  const now = { activity: instanceId, application: { id, name: game }, from: "Ada", text: "Now!" };
  expect(view("Grace")).toEqual([now]);
  expect(view("Ada")).toEqual([]);
  // An invitation is shown even if the page shows another application.
  const [first, elsewhere = first] = world.applications;
  const location = { ...at({}, "Grace"), application: elsewhere };
  expect(describeInvitations(windows, location)).toEqual([now]);
  window.close();
  expect(view("Grace")).toEqual([]);
});

it.each([
  [undefined, ""],
  [{}, "Playing Example Game"],
  [{ type: 5, details: "Lap 2", state: "In the lead" }, "Competing in Example Game: Lap 2, In the lead"],
  [{ type: 0, state: "Waiting" }, "Playing Example Game: Waiting"],
])("describes a player's status that the Activity set to %j", (status, text) => {
  const { world, windows, window } = openWindow();
  window.report.status = status;
  expect(describeStatus(windows, world.players.first.id)).toBe(text);
});

describe("describePrompt", () => {
  const url = "https://example.com/a.png";
  const sku = (currency?: string) => ({
    id: "9",
    name: "Shell",
    type: SkuType.Consumable,
    price: currency === undefined ? undefined : { amount: 499, currency },
    forGuilds: false,
  });
  const free = { text: expect.stringContaining("you are not charged") as string };

  it.each<[ActivityQuestion, object]>([
    [
      { kind: "consent", scopes: ["identify", "odd"] },
      {
        title: "Reef Rally wants to",
        lines: [
          { text: "See your name and picture", code: "identify" },
          { text: "", code: "odd" },
        ],
        accept: "Authorize",
        deny: "Cancel",
      },
    ],
    [
      { kind: "external-link", url },
      { lines: [{ code: url }], link: url },
    ],
    [
      { kind: "invite", players: ["Grace"] },
      { lines: [], accept: "Invite", choice: { items: [{ id: "Grace", name: "Grace" }] } },
    ],
    [
      { kind: "invite", players: [] },
      {
        lines: [{ text: expect.stringContaining("no other players") as string }],
        accept: "Skip",
        choice: undefined,
      },
    ],
    [
      { kind: "share-link", message: "Come!", customId: "lap", players: ["Grace"] },
      { lines: [{ text: "Come!", code: "lap" }], choice: { items: [{ id: "" }, { id: "Grace" }] } },
    ],
    [{ kind: "share-moment", mediaUrl: url }, { lines: [{ code: url }] }],
    [{ kind: "share-interaction", command: "race", content: "Won!" }, { lines: [{ text: "Won!" }] }],
    [{ kind: "share-interaction", command: "race", content: "" }, { lines: [] }],
    [
      { kind: "purchase", sku: sku("usd") },
      { title: "Buy Shell from Reef Rally", lines: [{ text: "Price", code: "$4.99" }, free] },
    ],
    [{ kind: "purchase", sku: sku("jpy") }, { lines: [{ text: "Price", code: "\u00a5499" }, free] }],
    [{ kind: "purchase", sku: sku() }, { lines: [free] }],
    [{ kind: "image" }, { hasFile: true }],
  ])("describes %j", (question, expected) => {
    expect(describePrompt("Reef Rally", "p", question)).toMatchObject({ id: "p", ...expected });
  });
});

describe("a window", () => {
  let windows: ActivityWindows;
  let window: ActivityWindow;
  let scene: ReturnType<typeof openWindow>;
  beforeEach(() => {
    scene = openWindow();
    ({ windows, window } = scene);
  });
  const view = (one = window) =>
    describeWindow(one, { windows, players: scene.world.players, webBase: "http://127.0.0.1:1" });

  it("is described with its URL, players and controls", () => {
    const { world, at } = scene;
    const [application] = world.applications;
    world.activities.join(window.instance, "1");
    expect(view()).toMatchObject({
      ticket: window.ticket,
      activity: window.instance.instance_id,
      url: `http://${application.id}.localhost:1/.slashpass/host?ticket=${window.ticket}`,
      players: [
        { id: world.players.first.id, name: "Ada" },
        { id: "1", name: "1" },
      ],
      platform: "desktop",
      orientation: "landscape",
      isLocked: false,
      layout: "focused",
      prompts: [],
    });
    const instanceId = window.instance.instance_id;
    const mobile = windows.open({ ...at(), instanceId, platform: "mobile" });
    expect(view(mobile).controls[0]).toMatchObject({ name: "platform", value: "mobile" });
    expect(windows.ofPlayerIn(application.id, at().player.id)).toEqual([window, mobile]);
    expect(windows.ofPlayerIn(application.id, at({}, "Grace").player.id)).toEqual([]);
  });

  it("shows the Activity's connection state", () => {
    const connection = () => view().connection;
    expect(connection()).toBe("Waiting for the Activity's page");
    const page = openActivityPage(window, false);
    page.send("nonsense");
    expect(view()).toMatchObject({
      connection: "Refused",
      problems: [{ message: "The Activity was rejected with close code 4005.", hint: expect.any(String) }],
    });
    openActivityPage(window);
    expect(connection()).toBe("Connected");
    expect(view().problems).toEqual([]);
  });

  it("is shown as connecting after the handshake message", () => {
    const messages = vi.spyOn(window, "messages", "get");
    const said = { number: 1, at: 0, size: 2, body: "{}" };
    messages.mockReturnValue([{ ...said, from: "activity", title: "HANDSHAKE" }]);
    expect(view().connection).toBe("Connecting");
    // A long message list no longer contains the handshake.
    messages.mockReturnValue([{ ...said, from: "client", title: "GET_USER" }]);
    expect(view().connection).toBe("Connected");
  });

  it("shows the player's prompts", () => {
    void window.prompts.show({ kind: "consent", scopes: ["identify", "odd"] }, new AbortController().signal);
    expect(view().prompts).toMatchObject([{ title: "Example Game wants to", accept: "Authorize" }]);
  });

  it("shows whether another window's player is speaking", () => {
    const { at } = scene;
    const other = windows.open({ ...at({}, "Grace"), instanceId: window.instance.instance_id });
    other.controls.isSpeaking = true;
    expect(view().players.map(({ name, isSpeaking }) => [name, isSpeaking])).toEqual([
      ["Ada", false],
      ["Grace", true],
    ]);
  });

  it.each([
    [{ lock_state: 1 }, "focused", "landscape", false],
    [{ lock_state: 2 }, "focused", "portrait", true],
    [{ lock_state: 3, grid_lock_state: 2 }, "grid", "portrait", true],
    [{ lock_state: 3, picture_in_picture_lock_state: 1 }, "pip", "portrait", false],
    [{ lock_state: 3, picture_in_picture_lock_state: null }, "pip", "landscape", true],
  ] as const)(
    "applies the Activity's orientation lock %j in layout mode %s",
    (lock, layoutMode, orientation, isLocked) => {
      window.report.orientationLock = lock;
      window.controls.layoutMode = layoutMode;
      window.controls.orientation = isLocked ? "landscape" : orientation;
      expect(view()).toMatchObject({ layout: layoutMode, orientation, isLocked });
    },
  );

  it("shows only the five newest problems", () => {
    for (let number = 1; number <= 7; number += 1)
      window.problems.add({ at: number, message: `Blocked ${number}`, hint: "Map it." });
    expect(view().problems.map(({ message }) => message)).toEqual(
      [3, 4, 5, 6, 7].map((number) => `Blocked ${number}`),
    );
  });
});

describe("controls", () => {
  const nothing = () => undefined;
  const controls = new FrameControls({ dispatch: nothing, speaking: nothing, voice: nothing });
  const view = () => describeControls(controls);

  it("have a description and can be changed", () => {
    expect(view().map(({ name, value }) => [name, value])).toEqual([
      ["layoutMode", "focused"],
      ["orientation", "landscape"],
      ["thermalState", "nominal"],
      ["isSpeaking", "false"],
      ["isMuted", "false"],
      ["isDeafened", "false"],
    ]);
    expect(view()[0]?.items).toEqual([
      { id: "focused", name: "Focused" },
      { id: "pip", name: "Picture in picture" },
      { id: "grid", name: "Grid" },
    ]);
    for (const { name, items } of view())
      expect(changeControl(controls, name, items.at(-1)?.id ?? "")).toBe(true);
    expect(view().map(({ value }) => value)).toEqual([
      "grid",
      "landscape",
      "critical",
      "true",
      "true",
      "true",
    ]);
  });

  it("reject unknown names and values", () => {
    expect(changeControl(controls, "colour", "red")).toBe(false);
    expect(() => changeControl(controls, "layoutMode", "tiny")).toThrow(/layoutMode/);
  });
});
