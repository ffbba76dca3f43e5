import { mkdirSync, rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EmulatedDesktopClient } from "../../../../../src/emulator/activity/desktop-client/desktop-client.ts";
import { type Emulator, startEmulator } from "../../../../../src/emulator/index.ts";
import { connectProgram } from "../../../../setup/rpc-program.ts";

let emulator: Emulator;
let desktop: EmulatedDesktopClient;
beforeEach(async () => {
  emulator = await startEmulator({
    desktopClient: true,
    world: { applications: [{ name: "Lunar & Rally" }, {}], players: ["Ada", "Grace"] },
  });
  desktop = emulator.desktopClient as EmulatedDesktopClient;
});
afterEach(() => emulator.close());

const open = (application = emulator.application) => connectProgram(desktop.path, application.id);
const presence = () => emulator.player("Ada").presence;
const set = (activity: unknown, pid: unknown = 7) => ["SET_ACTIVITY", { pid, activity }] as const;
const party = { id: "party-7", size: [2, 4] };
const joinable = { party, secrets: { join: "secret-7" } };

describe("SET_ACTIVITY", () => {
  it("returns the activity as friends see it, without its secret", async () => {
    const game = await open();
    expect(await game.run(...set({ details: "Stage 2", ...joinable }))).toMatchObject({
      evt: null,
      data: {
        type: 0,
        name: "Lunar & Rally",
        application_id: emulator.application.id,
        details: "Stage 2",
        party,
      },
    });
    const shown = {
      application: emulator.application,
      pid: 7,
      type: 0,
      name: "Lunar & Rally",
      details: "Stage 2",
    };
    expect(presence()).toEqual([{ ...shown, party }]);
    expect(emulator.player("Grace").presence).toEqual([]);
  });

  it("describes buttons by their labels", async () => {
    const game = await open();
    const buttons = [{ label: "Website", url: "https://example.com" }];
    expect(await game.run(...set({ name: "Rally", type: 5, buttons }))).toMatchObject({
      data: {
        name: "Rally",
        type: 5,
        buttons: ["Website"],
        metadata: { button_urls: ["https://example.com"] },
      },
    });
    expect(presence()).toMatchObject([{ buttons }]);
  });

  it("removes the activity of a game that disconnects or clears it", async () => {
    const [first, second] = [await open(), await open(emulator.applications[1])];
    await first.run(...set({ details: "first" }));
    await second.run(...set({ details: "second" }));
    expect(presence().map(({ details }) => details)).toEqual(["second", "first"]);
    second.hangUp();
    await expect.poll(presence).toHaveLength(1);
    expect(await first.run(...set(null))).toMatchObject({ evt: null, data: null });
    expect(presence()).toEqual([]);
  });

  it("lists the most recently updated game first", async () => {
    const [first, second] = [await open(), await open(emulator.applications[1])];
    for (const game of [first, second, first]) await game.run(...set({ pid: 1 }));
    expect(presence().map(({ application }) => application)).toEqual(emulator.applications);
  });

  it("ignores unknown fields", async () => {
    const game = await open();
    const buttons = [{ label: "a", url: "https://a.b" }];
    const unknown = { created_at: 1, instance: true, assets: { large_text: "moon", instance: true } };
    await game.run(...set({ ...unknown, buttons: buttons.map((button) => ({ ...button, instance: true })) }));
    expect(presence()[0]).not.toHaveProperty("instance");
    expect(presence()).toMatchObject([{ buttons }]);
    expect(JSON.stringify([presence()[0]?.assets, presence()[0]?.buttons])).not.toContain("instance");
  });

  it("converts timestamps in seconds to milliseconds", async () => {
    await (await open()).run(...set({ timestamps: { start: 1_692_708_216, end: 1_692_708_217_000 } }));
    const timestamps = { start: 1_692_708_216_000, end: 1_692_708_217_000 };
    expect(presence()).toMatchObject([{ timestamps }]);
  });

  it.each([
    ["details", "a", '["details" length must be at least 2 characters long]'],
    ["details", "a".repeat(129), '["details" length must be less than or equal to 128 characters long]'],
    ["state", 7, '["state" must be a string]'],
    ["type", 1, '["type" must be one of [0, 2, 3, 5]]'],
    ["details_url", "ftp://example.com", '["details_url" must be a valid uri]'],
    ["timestamps", { start: "now" }, 'child "start" fails because ["start" must be an integer]'],
    ["assets", [], '["assets" must be an object]'],
    ["assets", { large_text: "a" }, 'child "large_text" fails because ["large_text" length'],
    ["party", { size: [3, 2] }, 'child "size" fails because ["size" must contain'],
    ["buttons", {}, '["buttons" must be an array]'],
    ["buttons", [{}, {}, {}], '["buttons" must contain less than or equal to 2 items]'],
    ["buttons", [{ label: "" }], '["buttons" at position 0 fails because [child "label" fails because'],
    ["buttons", [{ label: "a" }], 'child "url" fails because ["url" is required]'],
    ["details_url", "https://", '["details_url" must be a valid uri]'],
    ["secrets", { join: "" }, 'child "join" fails because ["join" length'],
  ])("rejects %s set to %j", async (field, value, problem) => {
    const { evt, data } = await (await open()).run(...set({ [field]: value }));
    expect(evt).toBe("ERROR");
    expect(data).toMatchObject({ code: 4000, message: expect.stringContaining(problem) as unknown });
    expect(presence()).toEqual([]);
  });

  it("rejects a non-integer process id and a secret combined with buttons", async () => {
    const game = await open();
    const both = { ...joinable, buttons: [{ label: "a", url: "https://a.b" }] };
    for (const sent of [set(both), set({}, "7")])
      expect(await game.run(...sent)).toMatchObject({ evt: "ERROR", data: { code: 4000 } });
  });
});

describe("joining", () => {
  const subscribe = async (game: Awaited<ReturnType<typeof open>>, evt: string) =>
    game.exchange(1, { cmd: "SUBSCRIBE", evt, args: {}, nonce: evt });

  it("sends a join request to the game and returns the game's answer", async () => {
    const game = await open();
    await subscribe(game, "ACTIVITY_JOIN_REQUEST");
    await game.run(...set(joinable));
    for (const [command, answer] of [
      ["SEND_ACTIVITY_JOIN_INVITE", "accepted"],
      ["CLOSE_ACTIVITY_JOIN_REQUEST", "declined"],
    ] as const) {
      const request = desktop.requestToJoin("Grace");
      expect([request.answer, request.games]).toEqual(["pending", 1]);
      const { payload } = await game.next();
      const { user } = payload["data"] as { user: { id: string; global_name: string } };
      expect(user.global_name).toBe("Grace");
      expect(await game.run(command, { user_id: user.id })).toMatchObject({ evt: null });
      expect(request.answer).toBe(answer);
      expect(await game.run(command, { user_id: user.id })).toMatchObject({
        evt: "ERROR",
        data: { code: 4000 },
      });
    }
  });

  it("if no game can be joined, rejects the request and creates no account", async () => {
    const game = await open();
    await game.run(...set({ details: "Stage 2", secrets: { match: "match-7" } }));
    expect(() => desktop.requestToJoin("Kim")).toThrow("No game shows an activity that can be joined.");
    expect(emulator.players).toHaveLength(2);
  });

  it("accepts an answer only from the game that received the request", async () => {
    const [game, other] = [await open(), await open(emulator.applications[1])];
    await game.run(...set(joinable));
    const request = desktop.requestToJoin("Grace");
    const answer = ["SEND_ACTIVITY_JOIN_INVITE", { user_id: emulator.players[1]?.id }] as const;
    expect(await other.run(...answer)).toMatchObject({ evt: "ERROR", data: { code: 4000 } });
    expect(request.answer).toBe("pending");
  });

  it("sends a secret to subscribed games", async () => {
    const game = await open();
    expect(desktop.join("secret-7")).toBe(0);
    await subscribe(game, "ACTIVITY_JOIN");
    expect(desktop.join("secret-7", emulator.applications[1])).toBe(0);
    expect(desktop.join("secret-7")).toBe(1);
    expect((await game.next()).payload).toMatchObject({ evt: "ACTIVITY_JOIN", data: { secret: "secret-7" } });
  });
});

describe("the page", () => {
  const page = () => `${emulator.webBase}/desktop-client`;

  it("shows the activity as escaped HTML", async () => {
    const game = await open();
    await game.run(
      ...set({
        details: "<b>Stage 2</b>",
        details_url: 'https://example.com/"',
        state: "In a group",
        timestamps: { start: 1_700_000_000_000, end: Number.MAX_SAFE_INTEGER },
        assets: { large_text: "The moon" },
        party,
      }),
    );
    const other = await open(emulator.applications[1]);
    await other.run(...set({ party, buttons: [{ label: "Website", url: "https://example.com" }] }));
    const text = await (await fetch(page())).text();
    expect(text).toContain(
      '<p dir="auto">(2 of 4)</p>\n<p dir="auto"><a href="https://example.com">Website</a></p>',
    );
    expect(text).toContain("Playing <bdi>Lunar &amp; Rally</bdi>");
    expect(text).toContain('<a href="https://example.com/&quot;">&lt;b&gt;Stage 2&lt;/b&gt;</a>');
    expect(text).toContain("In a group (2 of 4)");
    expect(text).toContain("Since <time>2023-11-14T22:13:20Z</time>");
    expect(text).not.toContain("Ask to join");
  });

  it("sends a join request as another player", async () => {
    const game = await open();
    const body = new URLSearchParams({ answer: "join", player: "Grace" });
    const ask = () => fetch(page(), { method: "POST", body, redirect: "manual" });
    expect((await ask()).status).toBe(303);
    await game.exchange(1, { cmd: "SUBSCRIBE", evt: "ACTIVITY_JOIN_REQUEST", args: {}, nonce: "1" });
    await game.run(...set(joinable));
    expect(await (await fetch(page())).text()).toContain("<option>Grace</option>");
    body.set("player", "");
    await ask();
    expect(emulator.players).toHaveLength(2);
    body.set("player", "Grace");
    await ask();
    expect((await game.next()).payload).toMatchObject({ evt: "ACTIVITY_JOIN_REQUEST" });
  });
});

describe("restart", () => {
  it("closes all connections and listens at the same path again", async () => {
    const game = await open();
    await game.run(...set(joinable));
    await desktop.restart();
    await game.ended;
    expect(presence()).toEqual([]);
    await (await open()).run(...set({}));
    expect(presence()).toHaveLength(1);
  });

  it("adds no listeners to the server", async () => {
    using warn = vi.spyOn(process, "emitWarning");
    for (let count = 0; count < 12; count += 1) await desktop.restart();
    expect(warn).not.toHaveBeenCalled();
  });

  it("rejects if the path is in use", async () => {
    rmSync(desktop.path);
    mkdirSync(desktop.path);
    await expect(desktop.restart()).rejects.toMatchObject({ code: "socket_unavailable" });
  });
});
