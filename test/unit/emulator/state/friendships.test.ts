import { expect, it } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";

it("is mutual between two players, and emits each change once", () => {
  const world = new World({ world: { players: [{ name: "Ada", friends: ["Grace", "Ada"] }, "Grace"] } });
  const { friendships, players } = world;
  const [ada, grace] = [players.findOrAdd("Ada"), players.findOrAdd("Grace")];
  expect([friendships.of(ada), friendships.of(grace)]).toEqual([[grace], [ada]]);
  const told: unknown[] = [];
  friendships.changes.listen((change) => told.push(change));
  friendships.set(grace, ada, true);
  friendships.set(grace, ada, false);
  const linus = world.addPlayer({ name: "Linus", friends: ["Ada"] });
  expect(told).toEqual([
    { players: [grace, ada], areFriends: false },
    { players: [linus, ada], areFriends: true },
  ]);
  expect(friendships.of(ada)).toEqual([linus]);
});
