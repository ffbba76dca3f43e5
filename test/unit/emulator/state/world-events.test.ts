import { expect, it } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";

/** Creates a guild and records the events that applications receive from it. */
function listen() {
  const roles = [
    { id: "8", name: "Divers" },
    { id: "9", name: "Captains" },
  ];
  const guild = {
    id: "11",
    name: "Reef",
    owner: "Grace",
    roles,
    members: [{ player: "Ada", roles: ["Divers"] }],
  };
  const world = new World({ world: { guilds: [guild, { id: "12", name: "Open" }] } });
  const emitted: unknown[] = [];
  world.worldEvents.listen(({ name, data }) => void emitted.push([name, data]));
  const [reef] = world.guilds.all;
  return { world, emitted, guild: reef ?? expect.unreachable() };
}

it("emits events when members join and leave", () => {
  const { guild, emitted } = listen();
  guild.addMember({ player: "Barbara" });
  guild.removeMember("Barbara");
  const user = expect.objectContaining({ username: "barbara" });
  expect(emitted).toEqual([
    ["GUILD_MEMBER_ADD", expect.objectContaining({ guild_id: "11", user, nick: null, roles: [] })],
    ["GUILD_MEMBER_REMOVE", { guild_id: "11", user }],
  ]);
});

it("emits a member's change as an event and as an audit log entry by the owner", () => {
  const { guild, emitted, world } = listen();
  const { id } = world.players.first;
  guild.editMember("Ada", { nick: "Countess", roles: ["Captains"] });
  const entry = { guild_id: "11", user_id: guild.ownerId, target_id: id };
  expect(emitted).toMatchObject([
    ["GUILD_MEMBER_UPDATE", { guild_id: "11", user: { id }, nick: "Countess", roles: ["9"] }],
    [
      "GUILD_AUDIT_LOG_ENTRY_CREATE",
      { ...entry, action_type: 24, changes: [{ key: "nick", new_value: "Countess" }] },
    ],
    [
      "GUILD_AUDIT_LOG_ENTRY_CREATE",
      {
        ...entry,
        action_type: 25,
        changes: [
          { key: "$add", new_value: [{ id: "9", name: "Captains" }] },
          { key: "$remove", new_value: [{ id: "8", name: "Divers" }] },
        ],
      },
    ],
  ]);
  emitted.length = 0;
  guild.editMember("Ada", { nick: null });
  expect(emitted[1]).toMatchObject([
    expect.anything(),
    { changes: [{ key: "nick", old_value: "Countess" }] },
  ]);
  emitted.length = 0;
  guild.editMember("Ada", {});
  expect(emitted).toMatchObject([["GUILD_MEMBER_UPDATE", {}]]);
});

it("adds a new player to each guild without a member list", () => {
  const { world, emitted } = listen();
  world.addPlayer({ name: "Barbara" });
  expect(emitted).toMatchObject([["GUILD_MEMBER_ADD", { guild_id: "12", user: { username: "barbara" } }]]);
});
