import { expect, test } from "vitest";
import { matchCommands } from "../../../../src/commands/plan/difference.ts";
import type { DesiredCommand } from "../../../../src/commands/plan/plan-types.ts";
import { storedCommand } from "../../../setup/commands/samples.ts";
import type { Command } from "../../../../src/wire/command.ts";

const live = (fields: Readonly<Record<string, unknown>>) => storedCommand(fields) as unknown as Command;
const desired = (fields: object) => ({ name: "ping", description: "d", ...fields }) as DesiredCommand;

test("matches a command by its id, then by its name, then by its old name", () => {
  const [one, two, three] = [
    live({ id: "1", name: "a" }),
    live({ id: "2", name: "b" }),
    live({ id: "3", name: "c" }),
  ];
  const byId = desired({ id: "1", name: "other" });
  const byName = desired({ name: "b" });
  const byOldName = desired({ name: "new", renamedFrom: "c" });
  const { pairs, left } = matchCommands([byOldName, byName, byId], [one, two, three]);
  expect([byId, byName, byOldName].map((command) => pairs.get(command)?.id)).toEqual(["1", "2", "3"]);
  expect(left).toEqual([]);
});

test("matches names within a type, and each live command only once", () => {
  const menu = live({ id: "1", type: 3, name: "ping" });
  const byId = desired({ id: "2", name: "pong" });
  const sameName = desired({ name: "ping" });
  const { pairs, left } = matchCommands([byId, sameName], [menu, live({ id: "2", name: "ping" })]);
  expect([pairs.get(byId)?.id, pairs.get(sameName)]).toEqual(["2", undefined]);
  expect(left).toEqual([menu]);
});

test("matches the entry point regardless of its name", () => {
  const entry = live({ id: "1", type: 4, name: "launch" });
  const renamed = desired({ type: 4, name: "play" });
  expect(matchCommands([renamed], [entry]).pairs.get(renamed)).toBe(entry);
});

test.each([
  ["an id that is not live", [desired({ id: "9" })], "unknown_id"],
  ["another type than the one with its id", [desired({ id: "1", type: 3 })], "type_change"],
  ["the id of another", [desired({ id: "1" }), desired({ id: "1", name: "b" })], "ambiguous_match"],
  [
    "the old name of one that is there by its own",
    [desired({}), desired({ name: "b", renamedFrom: "ping" })],
    "ambiguous_match",
  ],
])("rejects a command with %s", (_, commands, code) => {
  expect(() => matchCommands(commands, [live({ id: "1" })])).toThrow(expect.objectContaining({ code }));
});
