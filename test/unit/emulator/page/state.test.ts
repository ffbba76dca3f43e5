import { describe, expect, it, vi } from "vitest";
import { ActivityWindows } from "../../../../src/emulator/activity/windows.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { describeState, describeCommands } from "../../../../src/emulator/page/state.ts";
import { createMessage } from "../../../../src/emulator/state/messages.ts";
import { describeBot } from "../../../../src/emulator/state/players.ts";
import type { InteractionPayload } from "../../../../src/wire/interaction.ts";
import { faultNames } from "../../../../src/emulator/base/fault-kinds.ts";
import { openScene } from "../../../setup/emulator/scene.ts";
import type { Command } from "../../../../src/wire/command.ts";

const { world, application, at, recordsAt } = openScene();
const inGuild = at({ guild: "Reef" });
const windows = new ActivityWindows({ world, webBase: "http://127.0.0.1:1" } as LiveWorld, {});
const webBase = "http://127.0.0.1:1";
const stateAt = (location = inGuild) => describeState({ windows, location, commands: [], webBase }, "3");

describe("describeState", () => {
  it("lists granted and denied consents, newest first", () => {
    application.addConsent({ player: "Ada", scopes: "identify guilds", isGranted: true });
    application.addConsent({ player: "Grace", scopes: "identify", isGranted: false });
    expect(stateAt().consents).toEqual([
      { text: "Grace did not authorize identify.", isGranted: false, at: expect.any(String) },
      { text: "Ada authorized identify, guilds.", isGranted: true, at: expect.any(String) },
    ]);
  });

  it("describes the selected location and the available locations", () => {
    expect(stateAt()).toMatchObject({
      tab: "3",
      application: { id: application.id, name: application.name },
      player: { name: "Ada" },
      guild: { id: "7", name: "Reef" },
      channel: { id: "9", name: "general" },
      applications: [{ id: application.id }],
      players: [{ name: "Ada" }, { name: "Grace" }, { name: "Barbara" }],
      guilds: [{ id: "7", name: "Reef" }],
      channels: [{ name: "wreck" }, { name: "general" }],
      people: [
        { name: "Ada", status: "" },
        { name: "Grace", status: "" },
      ],
      activities: [],
      windows: [],
      invitations: [],
    });
    expect(stateAt(at())).toMatchObject({
      guild: undefined,
      channels: [],
      people: [{ name: "Ada" }, {}, {}],
    });
  });

  it("lists the channel's messages with their time and cause", () => {
    const user = world.players.first;
    const payload = {
      id: "5",
      type: 2,
      application_id: application.id,
      token: "t",
      channel_id: "9",
      data: { id: "6", name: "ping", type: 1 },
    };
    const say = (who: object) => {
      const origin = {
        author: describeBot(application),
        files: world.files,
        now: 0,
        payload: { ...payload, ...who } as unknown as InteractionPayload,
      };
      world.history.keep(createMessage(origin, { body: { content: "<b>pong</b>" } }));
    };
    say({ user: { ...user, global_name: "Ada" } });
    say({});
    expect(stateAt().messages).toMatchObject([
      { content: "Bonjour", author: "Grace", sentAt: expect.stringMatching(/^\d{4}-/), cause: undefined },
      { content: "<b>pong</b>", cause: { player: "Ada", command: "/ping" } },
      { content: "<b>pong</b>", cause: { player: "Somebody", command: "/ping" } },
    ]);
  });

  it("lists running Activities and the player's windows", () => {
    const { id: userId } = world.players.first;
    const launched = { applicationId: application.id, userId, channelId: "9", guildId: "7" };
    const instance = world.activities.launch(launched);
    const { ticket } = windows.open({ ...inGuild, instanceId: instance.instance_id });
    windows.open({ ...at({}, "Grace"), instanceId: instance.instance_id });
    expect(stateAt().activities).toMatchObject([{ id: instance.instance_id }]);
    expect(stateAt().windows).toMatchObject([
      { ticket, url: `http://${application.id}.localhost:1/.slashpass/host?ticket=${ticket}` },
    ]);
    expect(stateAt(at({}, "Barbara"))).toMatchObject({ windows: [], activities: [{ isJoined: false }] });
  });

  it("includes the credentials and endpoints that a developer needs", async () => {
    const { publicKey, clientSecret, botToken } = application;
    expect(stateAt().portal).toEqual({ publicKey, clientSecret, botToken, endpoint: "", activity: "" });
    application.setActivity({
      mappings: [
        { prefix: "/", target: "127.0.0.1:5173" },
        { prefix: "/api", target: "127.0.0.1:3000" },
      ],
    });
    expect(stateAt().portal.activity).toBe("127.0.0.1:5173");
    vi.spyOn(world.bots, "isConnected").mockReturnValue(true);
    expect(stateAt().portal.endpoint).toBe("its bot at the gateway");
    vi.restoreAllMocks();
    let status = 200;
    await application.setInteractionsEndpoint(() => {
      const answer = Response.json({ type: 1 }, { status });
      status = 401;
      return answer;
    });
    expect(stateAt().portal.endpoint).toBe("a handler in this process");
    vi.spyOn(application, "endpoint", "get").mockReturnValue("http://127.0.0.1:3000/");
    expect(stateAt().portal.endpoint).toBe("http://127.0.0.1:3000/");
    vi.restoreAllMocks();
  });

  it("describes the active faults and how far ahead the clock is", () => {
    const { faults, clock } = world;
    faults.add({ latencyMs: 1 });
    faults.add({ method: "PUT", path: /\/x$/, answer: { status: 418 } });
    faults.add({ answer: "unavailable", path: /\/a\.b/, clockSkewMs: 2_000, share: 0.5, times: 3 });
    clock.advance(5_000);
    expect(stateAt().conditions).toMatchObject({
      faults: [
        "503: the service is overloaded, paths with /a.b, clock 2 s ahead, 50 % of requests, 3 times",
        "A response with 418, PUT paths with /x$",
        "The real response, after 1 ms",
      ],
      aheadMs: 5_000,
    });
    expect(stateAt().conditions.kinds.map(({ id }) => id)).toEqual(faultNames);
    faults.clear();
  });
});

const [ada, grace] = world.players.all;
const records = recordsAt({ guild: "Reef" });

function describeAll(...commands: readonly object[]) {
  const full = commands.map((command) => ({ id: "4", type: 1, name: "ping", description: "", ...command }));
  return describeCommands(full as unknown as Command[], records);
}

function fieldOf(option: object) {
  const [command] = describeAll({ options: [{ name: "it", description: "What", ...option }] });
  return command?.fields[0];
}

describe("commands", () => {
  it("list each subcommand with its description", () => {
    const options = [{ type: 1, name: "set", description: "Sets it" }];
    expect(describeAll({ name: "color", options }, {})).toEqual([
      { title: "/color set", kind: "slash", description: "Sets it", isGuildCommand: false, fields: [] },
      { title: "/ping", kind: "slash", description: "", isGuildCommand: false, fields: [] },
    ]);
  });

  it("have a kind and are either global or specific to a guild", () => {
    const kinds = describeAll({ type: 2 }, { type: 3 }, { type: 4 }, { type: undefined, guild_id: "7" });
    expect(kinds).toMatchObject([
      { kind: "user", isGuildCommand: false },
      { kind: "message", isGuildCommand: false },
      { kind: "launch", isGuildCommand: false },
      { kind: "slash", isGuildCommand: true },
    ]);
  });
});

describe("an option", () => {
  it("has bounds and is marked as required, optional or autocompleted", () => {
    expect(fieldOf({ type: 4, required: true, min_value: 0, max_value: 9 })).toEqual({
      name: "it",
      description: "What",
      type: 4,
      isRequired: true,
      isSuggesting: false,
      items: undefined,
      min: 0,
      max: 9,
    });
    expect(fieldOf({ type: 3, autocomplete: true, min_length: 1, max_length: 5, choices: [] })).toMatchObject(
      {
        isRequired: false,
        isSuggesting: true,
        items: undefined,
        minLength: 1,
        maxLength: 5,
      },
    );
  });

  it.each([
    ["its choices", { type: 4, choices: [{ name: "<Red>", value: 1 }] }, ["1 <Red>"]],
    ["true or false", { type: 5 }, ["true True", "false False"]],
    ["players", { type: 6 }, [`${ada?.id} Ada`, `${grace?.id} Grace`]],
    ["channels", { type: 7 }, ["8 wreck", "9 general"]],
    ["channels of an allowed type", { type: 7, channel_types: [0] }, ["9 general"]],
    ["roles", { type: 8 }, ["7 @everyone", "70 Divers"]],
    ["players and roles", { type: 9 }, [`${ada?.id} Ada`, `${grace?.id} Grace`, "7 @everyone", "70 Divers"]],
  ])("offers %s", (_what, option, items) => {
    expect(fieldOf(option)?.items?.map(({ id, name }) => `${id} ${name}`)).toEqual(items);
  });

  it("offers no items if it accepts a file", () => {
    expect(fieldOf({ type: 11 })?.items).toBeUndefined();
  });
});
