import { expect, test } from "vitest";
import { readPlayer, readPlayerInit } from "../../../../src/emulator/state/players.ts";

test("accepts a name or an account", () => {
  expect(readPlayer("Ada", "player")).toBe("Ada");
  const ada = { id: 7n, name: "Ada", username: "ada_l", locale: "de", adult: false };
  expect(readPlayer(ada, "player")).toEqual({ ...ada, id: "7" });
});

test.each([
  [7, "player is a number, but must be a string"],
  [{}, "player.name is missing"],
  [{ name: "Ada", nick: "A" }, "player.nick does not exist."],
  [{ name: "Ada", username: "Ada" }, "player.username is a string, but must be 2 to 32 lower case letters"],
  [{ name: "Ada", username: 7 }, "player.username is a number"],
  [{ name: "Ada", adult: 17 }, "player.adult is 17, but must be true or false"],
  [{ name: "Ada", locale: "la" }, 'player.locale is "la", but must be'],
])("rejects %j", (player, message) => {
  expect(() => readPlayer(player, "player")).toThrow(message);
});

test("requires a name at run time too", () => {
  expect(() => readPlayerInit({ locale: "de" }, "init")).toThrow("init.name is missing");
});
