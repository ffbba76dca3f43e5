import { expect, test } from "vitest";
import { Guilds } from "../../../../src/emulator/state/guild.ts";
import { allPermissions } from "../../../../src/emulator/state/permission-book.ts";
import { Players } from "../../../../src/emulator/state/players.ts";

const players = new Players(["Ada"], Date.now);

test("creates an unknown guild by its id, with all permissions for everyone", () => {
  const guilds = new Guilds(players);
  const guild = guilds.findOrAdd("7");
  expect(guild).toMatchObject({ id: "7", name: "Guild 7" });
  expect(guilds.findOrAdd("7")).toBe(guild);
  const member = guild.member(players.first) ?? expect.unreachable();
  expect(guild.permissionsOf(member)).toBe(allPermissions);
});

test("finds a guild by its unique id", () => {
  const guilds = new Guilds(players);
  const reef = guilds.add({ id: "7", name: "Reef" });
  expect(guilds.findOrAdd("7")).toBe(reef);
  expect(() => guilds.add({ id: 7n, name: "Wreck" })).toThrow("There is a guild with the id 7 already.");
  const wreck = guilds.add({ name: "Wreck" });
  expect(guilds.all).toEqual([reef, wreck]);
  expect([guilds.find("7"), guilds.find("Wreck"), guilds.find("Atoll")]).toEqual([reef, wreck, undefined]);
  expect(guilds.byId("1")).toBeUndefined();
});

test("notifies a listener of each new guild until the listener is removed", () => {
  const guilds = new Guilds(players);
  const heard: string[] = [];
  const end = guilds.listen(({ name }) => void heard.push(name));
  guilds.add({ name: "Reef" });
  guilds.findOrAdd("77");
  guilds.findOrAdd("77");
  end();
  guilds.add({ name: "Wreck" });
  expect(heard).toEqual(["Reef", "Guild 77"]);
});
