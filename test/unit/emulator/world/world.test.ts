import { describe, expect, it } from "vitest";
import { World } from "../../../../src/emulator/world/world.ts";
import { type InteractionPayload, InteractionType } from "../../../../src/wire/interaction.ts";

describe("a world", () => {
  it("has one application and two players unless it is told otherwise", () => {
    const world = new World({});
    expect(world.applications).toHaveLength(1);
    expect(world.players.all.map(({ name }) => name)).toEqual(["Ada", "Grace"]);
    expect(world.polls.intervalSeconds).toBe(5);
    const told = new World({
      applications: [{ name: "One" }, { name: "Two" }],
      players: ["Barbara"],
      deviceIntervalSeconds: 1,
    });
    expect(told.applications.map(({ name }) => name)).toEqual(["One", "Two"]);
    expect(told.players.all.map(({ name }) => name)).toEqual(["Barbara"]);
    expect(told.polls.intervalSeconds).toBe(1);
  });

  it("has an entry point where Activities are enabled, and no commands of anybody else", () => {
    const world = new World({ applications: [{ activities: true }, {}] });
    const [playable, other] = world.applications;
    expect(world.commandsOf(playable.id).list("global")).toMatchObject([
      { type: 4, name: "launch", handler: 2 },
    ]);
    expect(world.commandsOf(other?.id ?? "").list("global")).toEqual([]);
    expect(world.commandsOf("5").list("global")).toEqual([]);
  });

  it("launches an Activity for who asked, where they asked", () => {
    const world = new World({});
    const base = { application_id: "1", type: InteractionType.ApplicationCommand };
    const of = (payload: object) => world.launch({ ...base, ...payload } as InteractionPayload);
    const user = { id: "2", username: "ada" };
    expect(of({ user, channel_id: "8" })).toMatchObject({
      users: ["2"],
      location: { kind: "pc", channel_id: "8" },
    });
    expect(of({ member: { user }, guild_id: "7", channel_id: "8" })).toMatchObject({
      users: ["2"],
      location: { kind: "gc", guild_id: "7" },
    });
    expect(of({})).toMatchObject({ users: ["0"], location: { channel_id: "0" } });
  });

  it("lets the application's answer launch it", () => {
    const world = new World({});
    const payload = { id: "5", token: "t", application_id: world.applications[0].id } as InteractionPayload;
    world.desk.open(payload);
    const { activityInstance } = world.desk.answer("5", "t", { type: 12 });
    const id = activityInstance?.instance_id ?? "";
    expect(world.activities.find(world.applications[0].id, id)).toBe(activityInstance);
  });
});
