import { expect, it } from "vitest";
import { readRollout } from "../../../src/commands/options.ts";
import { guildId, ping } from "../../setup/commands/samples.ts";

it("copies a list of commands and removes duplicate guild ids", () => {
  const own = { ...ping };
  const { set, guildIds } = readRollout([own], [guildId, BigInt(guildId)], {});
  own.name = "changed";
  expect(set).toEqual([ping]);
  expect(guildIds).toEqual([guildId]);
});

it("accepts a function that returns the commands of a guild", () => {
  const set = () => [ping];
  expect(readRollout(set, [guildId], {}).set).toBe(set);
});

it.each([
  ["no commands", "ping", {}, "desired is a string"],
  ["a path in the place of a journal", [ping], { journal: "journal.txt" }, "must be a journal"],
  ["no concurrency", [ping], { concurrency: 0 }, "options.concurrency"],
])("rejects %s", (_, set, options, words) => {
  expect(() => readRollout(set as never, [guildId], options as never)).toThrow(words);
});
