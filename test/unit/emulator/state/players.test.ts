import { expect, test, it } from "vitest";
import {
  describeAccount,
  describePlayer,
  Players,
  readPlayer,
} from "../../../../src/emulator/state/players.ts";
import { World } from "../../../../src/emulator/state/world.ts";

test("has one account with a valid username per name", () => {
  const players = new Players(["Ada", "Ada", "Grace Hopper!"], Date.now);
  expect(players.all).toMatchObject([
    { name: "Ada", username: "ada" },
    { name: "Grace Hopper!", username: "grace_hopper_" },
  ]);
  expect(players.findOrAdd("Ada")).toBe(players.all[0]);
});

test("returns the first player or, if the list is empty, creates one", () => {
  expect(new Players(["Grace", "Ada"], Date.now).first.name).toBe("Grace");
  const nobody = new Players([], Date.now);
  expect(nobody.first.name).toBe("Ada");
  expect(nobody.all).toHaveLength(1);
});

test("finds a provisional account by id but does not list it", () => {
  const players = new Players([], Date.now);
  const provisional = players.addProvisional();
  expect(players.byId(provisional.id)).toBe(provisional);
  expect(players.byId("0")).toBeUndefined();
  expect(players.all).toEqual([]);
  const { id } = provisional;
  const names = { username: `provisional_${id}`, discriminator: "0", global_name: `Player ${id.slice(-4)}` };
  expect(describePlayer(provisional)).toMatchObject({ id, ...names });
});

test("accepts account details and rejects a duplicate name or id", () => {
  const players = new Players([{ id: 7n, name: "Ada", username: "ada_l", locale: "de" }, "Grace"], Date.now);
  expect(players.all[0]).toEqual({ id: "7", name: "Ada", username: "ada_l", locale: "de", adult: true });
  expect(describeAccount(players.first)).toMatchObject({ username: "ada_l", locale: "de" });
  expect(() => players.add({ name: "Grace" })).toThrow('There is already a player named "Grace".');
  expect(() => players.add({ name: "Barbara", id: "7" })).toThrow("There is already a player with the id 7.");
  expect(players.add({ name: "Barbara" })).toMatchObject({ username: "barbara", locale: "en-US" });
});

test("renames an account in place and notifies listeners", () => {
  const players = new Players(["Ada"], Date.now);
  const ada = players.first;
  const emitted: unknown[] = [];
  players.renamed.listen((player) => emitted.push(player));
  players.rename(ada, "countess");
  expect(emitted).toEqual([ada]);
  expect(describePlayer(ada)).toMatchObject({ username: "countess", global_name: "Ada" });
});

test("keeps configured players and the newest 2,000 generated ones", () => {
  const players = new Players(["Ada", "Ada"], Date.now);
  const grace = players.findOrAdd("Grace");
  const provisional = players.addProvisional();
  for (let count = 0; count < 2_000; count++) {
    players.findOrAdd(`Player ${count}`);
    players.addProvisional();
  }
  expect(players.all).toHaveLength(2_001);
  expect(players.first.name).toBe("Ada");
  expect([players.byId(grace.id), players.byId(provisional.id)]).toEqual([undefined, undefined]);
});

test("accepts a name or an account", () => {
  expect(readPlayer("Ada", "player")).toBe("Ada");
  const ada = { id: 7n, name: "Ada", username: "ada_l", locale: "de", adult: false };
  expect(readPlayer(ada, "player")).toEqual({ ...ada, id: "7" });
});

test.each([
  [7, "player is a number, but must be a string"],
  [{}, "player.name is missing"],
  [{ name: "Ada", username: "Ada" }, "player.username is a string, but must be 2 to 32 lowercase letters"],
  [{ name: "Ada", locale: "la" }, 'player.locale is "la", but must be'],
])("rejects %j", (player, message) => {
  expect(() => readPlayer(player, "player")).toThrow(message);
});

it("makes friendships mutual and emits each change once", () => {
  const world = new World({ world: { players: [{ name: "Ada", friends: ["Grace", "Ada"] }, "Grace"] } });
  const { friendships, players } = world;
  const [ada, grace] = [players.findOrAdd("Ada"), players.findOrAdd("Grace")];
  expect([friendships.of(ada), friendships.of(grace)]).toEqual([[grace], [ada]]);
  const emitted: unknown[] = [];
  friendships.changes.listen((change) => emitted.push(change));
  friendships.set(grace, ada, true);
  friendships.set(grace, ada, false);
  const linus = world.addPlayer({ name: "Linus", friends: ["Ada"] });
  expect(emitted).toEqual([
    { players: [grace, ada], areFriends: false },
    { players: [linus, ada], areFriends: true },
  ]);
  expect(friendships.of(ada)).toEqual([linus]);
});
