import { beforeEach, describe, expect, it, vi } from "vitest";
import { ActivityWindows } from "../../../../src/emulator/activity/windows.ts";
import { faultNames } from "../../../../src/emulator/base/fault-kinds.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { type PageRequest, PageActions } from "../../../../src/emulator/page/actions.ts";
import type { Done } from "../../../../src/emulator/page/model/view.ts";
import { useGame } from "../../../setup/emulator/game.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

let scene: ReturnType<typeof openScene>;
let windows: ActivityWindows;
let actions: PageActions;
beforeEach(() => {
  scene = openScene();
  windows = new ActivityWindows({ world: scene.world, webBase: "http://127.0.0.1:1" } as LiveWorld, {});
  actions = new PageActions(scene.world, windows);
});
const act = async (path: string, request: Partial<PageRequest> = {}) =>
  (await actions.run(`/play/${path}`, { player: "Ada", values: {}, ...request } as PageRequest)) as Done;

describe("an Activity", () => {
  let activity: string;
  beforeEach(async () => {
    activity = launchIn("9");
    await act("activity", { url: "http://127.0.0.1:9" });
  });
  function launchIn(channelId: string): string {
    const { world, application } = scene;
    const launch = { applicationId: application.id, userId: world.players.first.id, channelId };
    return world.activities.launch(launch).instance_id;
  }
  const join = async (request: Partial<PageRequest> = {}) =>
    (await act("join", { activity, ...request })).window as string;
  const promptIn = (opened: string) => windows.find(opened)?.prompts.entries[0]?.[0] ?? "";
  const signal = new AbortController().signal;

  it("opens a window when a player joins and reuses the player's window", async () => {
    const opened = await join();
    expect(windows.all).toMatchObject([{ ticket: opened, player: { name: "Ada" } }]);
    expect(await join({ opened })).toBe(opened);
    expect(await join({ opened, player: "Grace" })).not.toBe(opened);
    expect(windows.all).toMatchObject([{ player: { name: "Grace" } }]);
  });

  it("replaces the player's window of another Activity", async () => {
    const other = launchIn("8");
    await join({ activity: other, opened: await join() });
    expect(windows.all.map(({ instance }) => instance.instance_id)).toEqual([other]);
    expect(scene.world.activities.of(scene.application.id)).toHaveLength(1);
  });

  it("lets a player leave with or without a window", async () => {
    const players = () => scene.world.activities.of(scene.application.id)[0]?.users.length;
    const opened = await join();
    await join({ player: "Grace" });
    await act("leave", { opened });
    expect(windows.all).toMatchObject([{ player: { name: "Grace" } }]);
    scene.application.setActivity(undefined);
    await join({ player: "Barbara" });
    expect([windows.all.length, players()]).toEqual([1, 2]);
    await act("leave", { activity, player: "Barbara" });
    expect(players()).toBe(1);
  });

  it.each([
    [
      { isAccepted: true, chosen: ["9"] },
      { accepted: true, choice: "9" },
    ],
    [{ isAccepted: true, chosen: [""] }, { accepted: true }],
    [{ isAccepted: false }, { accepted: false }],
  ])("answers a prompt with %j", async (answer, expected) => {
    const opened = await join();
    const request = windows.find(opened)?.prompts.show({ kind: "consent", scopes: ["identify"] }, signal);
    const prompt = promptIn(opened);
    expect(await act("answer", { opened, prompt, ...answer })).toEqual({});
    expect(await request).toEqual(expected);
    for (const isAccepted of [true, false])
      expect(await act("answer", { opened, prompt, isAccepted })).toEqual({});
  });

  it("declines an invitation", async () => {
    const [from, to] = [scene.world.players.first, scene.world.players.findOrAdd("Grace")];
    const applicationId = scene.application.id;
    windows.invitations.send({ from, to, applicationId, instanceId: activity, content: "" });
    await act("decline", { activity, player: "Grace" });
    expect(windows.invitations.to(to)).toEqual([]);
    expect(windows.all).toEqual([]);
  });

  it("opens another window of the same Activity for another device", async () => {
    const opened = await join();
    const { window = "" } = await act("set", { opened, name: "platform", value: "mobile" });
    const state = { ticket: window, platform: "mobile", controls: { orientation: "portrait" } };
    expect(windows.all).toMatchObject([state]);
    await act("set", { opened: window, name: "layoutMode", value: "pip" });
    expect(windows.all[0]?.controls.layoutMode).toBe("pip");
    expect(windows.all[0]?.instance.instance_id).toBe(activity);
    for (const wrong of [
      { name: "platform", value: "fridge" },
      { name: "colour", value: "mobile" },
    ])
      await expect(act("set", { opened: window, ...wrong })).rejects.toMatchObject({ status: 404 });
  });

  it("rejects actions in a closed window", async () => {
    const closed = { code: "unknown_activity", hint: "Join or launch it again." };
    await expect(act("set", { opened: "t" })).rejects.toMatchObject(closed);
    await expect(act("answer")).rejects.toMatchObject(closed);
  });

  it("adds the page's URL to the existing mappings", async () => {
    const { application } = scene;
    const api = { prefix: "/api", target: "127.0.0.1:8" };
    application.setActivity({ mappings: [api], csp: false });
    await act("activity", { url: "http://localhost:5173" });
    const page = { prefix: "/", target: "localhost:5173" };
    expect(application.activity).toEqual({ mappings: [api, page], csp: false });
    await act("activity", { url: "" });
    expect(application.activity?.mappings).toEqual([api]);
    application.setActivity(undefined);
    await act("activity", { url: "" });
    expect(application.activity).toBeUndefined();
    await expect(act("activity", { url: "https://example.com" })).rejects.toThrow(
      /address without a protocol/,
    );
  });
});

describe("faults and time", () => {
  it("adds a fault of every kind and removes them all", async () => {
    for (const answer of faultNames) await act("fault", { fault: { answer } });
    expect(scene.world.faults.all.map(({ answer }) => answer)).toEqual(faultNames.toReversed());
    expect(await act("no-faults")).toEqual({});
    expect(scene.world.faults.all).toEqual([]);
  });

  it("treats a fault's path as literal text", async () => {
    await act("fault", { fault: { answer: "drop", path: "/a.b" } });
    expect(scene.world.faults.all[0]?.path?.test("/aXb")).toBe(false);
  });

  it("advances the clock", async () => {
    await act("advance", { time: "2d" });
    expect(scene.world.clock.aheadMs).toBe(2 * 86_400_000);
  });

  it.each<[string, object, string]>([
    ["fault", { fault: "drop" }, "fault"],
    ["fault", { fault: { answer: "nothing" } }, "fault.answer"],
    ["fault", { fault: { path: 5 } }, "fault.path"],
    ["advance", { time: "soon" }, "time"],
  ])("rejects the %s action with %j", async (path, request, name) => {
    await expect(act(path, request)).rejects.toThrow(name);
  });
});

const { application: shared, world: sharedWorld } = openScene();
const game = await useGame(shared);

describe("a repeated interaction", () => {
  beforeEach(() => {
    shared.commands.upsert("global", { name: "ping", description: "Answers" });
    actions = new PageActions(sharedWorld, windows);
  });
  const lastNumber = () => shared.exchanges.all.at(-1)?.number ?? 0;
  /** Uses a command and returns its exchange's number. */
  async function useCommand(): Promise<number> {
    await act("use", { command: "/ping" });
    return lastNumber();
  }

  it("has a new id, token and signature", async () => {
    expect(await act("again", { number: await useCommand() })).toEqual({});
    const [first, second] = game.payloads;
    expect(second).toEqual({ ...first, id: expect.any(String), token: expect.any(String) });
    expect(second?.id).not.toBe(first?.id);
    expect(second?.token).not.toBe(first?.token);
  });

  it.each([
    ["a PING", () => shared.exchanges.all[0]?.number],
    ["a discarded exchange", () => 5_000],
  ])("is rejected for %s", async (_what, number) => {
    for (const path of ["again", "forged"])
      await expect(act(path, { number: number() ?? 0 })).rejects.toMatchObject({
        code: "unknown_interaction",
        message: expect.stringContaining("cannot be sent again") as unknown,
      });
  });

  it("shows that the endpoint rejected a wrong signature", async () => {
    expect(await act("forged", { number: await useCommand() })).toEqual({
      notes: [expect.stringContaining("correctly rejected the wrong signature with 401")],
    });
    expect(game.payloads).toHaveLength(1);
  });

  it.each([
    ["responded to a wrong signature with status 200", () => new Response("{}")],
    ["did not respond to a wrong signature", () => expect.unreachable()],
  ])("shows a problem if the endpoint %s", async (failure, endpoint) => {
    const number = await useCommand();
    vi.spyOn(shared, "endpoint", "get").mockReturnValue(endpoint);
    expect(await act("forged", { number })).toMatchObject({
      problem: { message: `The endpoint ${failure}.` },
    });
    vi.restoreAllMocks();
  });

  it("is not sent if the endpoint has been removed", async () => {
    const number = await useCommand();
    vi.spyOn(shared, "endpoint", "get").mockReturnValue(undefined);
    await expect(act("forged", { number })).rejects.toMatchObject({ code: "unknown_interaction" });
    vi.restoreAllMocks();
  });
});
