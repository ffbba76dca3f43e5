import { describe, expect, it, test } from "vitest";
import { World, readWorldInit } from "../../../../src/emulator/state/world.ts";
import { createEventHandler } from "../../../../src/interactions/index.ts";
import { type InteractionPayload, InteractionType } from "../../../../src/wire/interaction.ts";

describe("a world", () => {
  it("has one application and two players by default", () => {
    const world = new World({});
    expect(world.applications).toHaveLength(1);
    expect(world.players.all.map(({ name }) => name)).toEqual(["Ada", "Grace"]);
    expect(world.polls.intervalSeconds).toBe(5);
    const told = new World({
      world: { applications: [{ name: "One" }, { name: "Two" }], players: ["Barbara"] },
      deviceIntervalSeconds: 1,
    });
    expect(told.applications.map(({ name }) => name)).toEqual(["One", "Two"]);
    expect(told.players.all.map(({ name }) => name)).toEqual(["Barbara"]);
    expect(told.polls.intervalSeconds).toBe(1);
  });

  it("finds every guild's channels by id", () => {
    const { guilds, channels } = new World({ world: { guilds: [{ name: "Reef" }] } });
    const created = guilds.findOrAdd("7").channels;
    const added = guilds.find("Reef")?.channels ?? [];
    expect([created.length, added.length]).not.toContain(0);
    for (const channel of [...created, ...added]) expect(channels.byId(channel.id)).toBe(channel);
  });

  it("has an entry point if Activities are enabled", () => {
    const { applications } = new World({ world: { applications: [{ activities: true }, {}] } });
    const entryPoint = { type: 4, name: "launch", handler: 2 };
    expect(applications.map(({ commands }) => commands.list("global"))).toMatchObject([[entryPoint], []]);
  });

  it("launches an Activity for an interaction's user and location", () => {
    const world = new World({ world: { applications: [{ id: "1", activities: true }] } });
    const base = { application_id: "1", type: InteractionType.ApplicationCommand };
    const of = (payload: object) => world.launch({ ...base, ...payload } as InteractionPayload);
    const user = { id: "2", username: "ada" };
    expect(of({ user, channel_id: "8" })).toMatchObject({
      users: ["2"],
      location: { kind: "pc", channel_id: "8" },
    });
    expect(of({ member: { user }, guild_id: "7", channel_id: "9" })).toMatchObject({
      users: ["2"],
      location: { kind: "gc", guild_id: "7", channel_id: "9" },
    });
    expect(of({})).toMatchObject({ users: ["0"], location: { channel_id: "0" } });
  });

  it.each([{}, { activities: false }])(
    "launches nothing for an application without Activities but lets it respond (%j)",
    (init) => {
      const world = new World({ world: { applications: [init] } });
      const application_id = world.applications[0].id;
      const payload = { id: "5", token: "t", type: 2, application_id } as InteractionPayload;
      const refused = expect.objectContaining({
        status: 400,
        body: expect.objectContaining({ code: 50_035 }),
      });
      world.interactions.open(payload);
      expect(() => world.interactions.answer("5", "t", { type: 12 })).toThrow(refused);
      expect(() => world.launch({ ...payload, application_id: "1" })).toThrow(refused);
      expect(world.activities.of(application_id)).toEqual([]);
      expect(world.interactions.answer("5", "t", { type: 5, data: {} }).callback).toMatchObject({ type: 5 });
    },
  );
});

describe("additions to a world", () => {
  it("include an application with a unique id", () => {
    const world = new World({});
    const application = world.addApplication({ id: "5", guilds: ["7"], activities: true });
    expect(world.applications[1]).toBe(application);
    expect(world.application("5")).toBe(application);
    expect(world.application(undefined)).toBeUndefined();
    expect(world.guilds.byId("7")).toBeDefined();
    expect(application.commands.list("global")).toHaveLength(1);
    expect(() => world.addApplication({ id: 5n })).toThrow("There is already an application with the id 5.");
  });

  it("register an application's commands", () => {
    const world = new World({});
    const commands = [
      { name: "ping", description: "Pongs" },
      { type: 4, name: "play", handler: 1 },
    ];
    const application = world.addApplication({ commands, activities: true, players: ["Barbara"] });
    expect(application.commands.list("global")).toMatchObject(commands);
    expect(world.players.all.map(({ name }) => name)).toContain("Barbara");
    expect(() => world.addApplication({ commands: [{ name: "Ping" }] })).toThrow(
      expect.objectContaining({
        code: "invalid_command",
        message: expect.stringContaining("The service would reject these commands: 0.name: It"),
      }),
    );
  });

  it("include a guild with all its messages or fail completely", () => {
    const world = new World({});
    const messages = [
      { id: "10", author: "Barbara", content: "Who dives?" },
      { author: "Ada", content: "I do" },
    ];
    const guild = world.addGuild({ name: "Reef", channels: [{ id: "9", name: "wreck", messages }] });
    expect(world.channels.byId("9")).toBe(guild.channels[0]);
    expect(world.history.in("9")).toMatchObject([
      { id: "10", author: { global_name: "Barbara" }, content: "Who dives?" },
      { author: { global_name: "Ada" } },
    ]);
    const again = { name: "Again", channels: [{ name: "new" }, { id: "9", name: "wreck" }] };
    expect(() => world.addGuild(again)).toThrow("There is already a channel with the id 9.");
    const said = { name: "Again", channels: [{ name: "new", messages: [{ ...messages[0], id: "10" }] }] };
    expect(() => world.addGuild(said as never)).toThrow("There is already a message with the id 10.");
    expect(world.guilds.all).toEqual([guild]);
  });
});

describe("a world's events", () => {
  it("are sent to their application's events endpoint until the world is closed", async () => {
    const world = new World({ world: { applications: [{}, {}] } });
    const [application, other] = [world.applications[0], world.applications[1] ?? expect.unreachable()];
    for (const one of [application, other])
      await one.setEventsEndpoint(createEventHandler({ publicKey: one.publicKey, events: {} }));
    world.deauthorize(world.players.first.id, application.id);
    world.deauthorize("1", application.id);
    world.worldEvents.emit({
      name: "RATE_LIMITED",
      data: { opcode: 8, retry_after: 1, meta: { guild_id: "1" } },
      applicationId: application.id,
    });
    expect(await application.eventsSent()).toMatchObject([
      { type: "APPLICATION_DEAUTHORIZED", state: "acknowledged" },
    ]);
    expect(await other.eventsSent()).toEqual([]);
    world.close();
    world.deauthorize(world.players.first.id, application.id);
    expect(await application.eventsSent()).toHaveLength(1);
  });
});

test.each([
  [{ aplications: [] }, "world.aplications does not exist. Did you mean world.applications?"],
  [{ applications: [{ secret: "x" }] }, "world.applications[0].secret does not exist."],
  [{ guilds: [{ name: "Reef" }, {}] }, "world.guilds[1].name is missing"],
])("rejects %j", (world, message) => {
  expect(() => readWorldInit(world, "world")).toThrow(message);
});
