import { expect, test } from "vitest";
import { matchCommands } from "../../../../src/commands/plan/difference.ts";
import { planCommands, chooseWrites } from "../../../../src/commands/plan/plan-commands.ts";
import type { DesiredCommand, Outline } from "../../../../src/commands/plan/plan-types.ts";
import type { Command } from "../../../../src/wire/command.ts";
import { storedCommand } from "../../../setup/commands/samples.ts";

const live = (id: string, name: string, fields: object = {}) =>
  storedCommand({ id, name, description: "d", ...fields }) as unknown as Command;
const entry = (fields: object = {}) => live("9", "launch", { type: 4, handler: 1, ...fields });
const desired = (name: string, fields: object = {}) =>
  ({ name, description: "d", ...fields }) as DesiredCommand;

const writesOf = (wanted: readonly DesiredCommand[], now: readonly Command[], allow: readonly never[] = []) =>
  planCommands(wanted, now, { scope: "global", allow }).writes;
const kindsOf = (...of: Parameters<typeof writesOf>) => writesOf(...of).map(({ kind }) => kind);

test("sends one change as its own request and several as one overwrite", () => {
  expect(kindsOf([desired("a")], [])).toEqual(["create"]);
  expect(kindsOf([], [live("1", "a")])).toEqual(["delete"]);
  expect(kindsOf([desired("a", { nsfw: true })], [live("1", "a")])).toEqual(["edit"]);
  expect(kindsOf([desired("a"), desired("b")], [])).toEqual(["overwrite"]);
});

test("includes kept entry points and existing commands in the overwrite with their ids", () => {
  const [write] = writesOf([desired("a", { nsfw: true }), desired("b")], [live("1", "a"), entry()]);
  expect(write).toMatchObject({
    kind: "overwrite",
    commands: [
      { id: "1", name: "a", nsfw: true },
      { id: "9", type: 4, name: "launch", handler: 1 },
      { name: "b" },
    ],
  });
});

test("deletes a removed entry point separately before the overwrite", () => {
  const allow = ["delete-entry-point" as never];
  expect(kindsOf([desired("a"), desired("b")], [entry()], allow)).toEqual(["delete", "overwrite"]);
});

test("avoids an overwrite if a kept command cannot be sent back", () => {
  const wanted = [desired("a"), desired("b")];
  expect(kindsOf(wanted, [entry({ handler: 3 })])).toEqual(["create", "create"]);
  expect(kindsOf(wanted, [live("8", "new", { type: 9 })])).toEqual(["create", "create"]);
});

test("sends requests one by one if there are too many items for an overwrite", () => {
  const created = Array.from({ length: 131 }, (_, index) => ({ name: `c${index}` }));
  const outline: Outline = { creates: created, edits: [], deletes: [], unchanged: [], kept: [] };
  const writes = chooseWrites(outline, matchCommands([], []), { scope: "global" });
  expect(writes).toHaveLength(131);
  const fewer = { ...outline, creates: created.slice(1) };
  expect(chooseWrites(fewer, matchCommands([], []), { scope: "global" })).toMatchObject([
    { kind: "overwrite" },
  ]);
});

test("renames a command before it creates another with the old name", () => {
  const wanted = [desired("a", { description: "new" }), desired("b", { id: "1" })];
  expect(kindsOf(wanted, [live("1", "a")])).toEqual(["edit", "create"]);
});

/** With this entry point, which cannot be part of an overwrite, each edit is its own request. */
const single = entry({ handler: 3 });

test("frees a name before another command takes it", () => {
  const wanted = [desired("b", { id: "1" }), desired("c", { id: "2" })];
  const writes = writesOf(wanted, [live("1", "a"), live("2", "b"), single]);
  expect(writes).toMatchObject([{ command: { id: "2" } }, { command: { id: "1" } }]);
});

test("rejects commands that swap their names", () => {
  const wanted = [desired("b", { id: "1" }), desired("a", { id: "2" })];
  expect(() => writesOf(wanted, [live("1", "a"), live("2", "b"), single])).toThrow(
    expect.objectContaining({ code: "rename_cycle", message: expect.stringContaining('"a", "b"') as string }),
  );
});
