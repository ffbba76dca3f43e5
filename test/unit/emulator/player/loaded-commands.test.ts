import { expect, test } from "vitest";
import { LoadedCommands } from "../../../../src/emulator/player/loaded-commands.ts";
import type { Command } from "../../../../src/wire/command.ts";

const ping = {
  id: "5",
  application_id: "1",
  type: 1,
  name: "ping",
  description: "",
  version: "10",
} as Command;
const changed: Command = { ...ping, version: "11" };

test("a command that was loaded is seen as it was, until it is refused", () => {
  const loaded = new LoadedCommands();
  expect(loaded.see(ping)).toBe(ping);
  loaded.load(ping);
  expect(loaded.see(changed)).toBe(ping);
  expect(() => loaded.mustBeCurrent(changed)).toThrow('The command "ping" was changed after');
  expect(loaded.see(changed)).toBe(changed);
  loaded.mustBeCurrent(changed);
});

test("a command of a guild is always seen as it is", () => {
  const loaded = new LoadedCommands();
  loaded.load({ ...ping, guild_id: "7" });
  loaded.mustBeCurrent({ ...changed, guild_id: "7" });
  expect(loaded.see(changed)).toBe(changed);
});
