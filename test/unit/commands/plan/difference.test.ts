import { describe, expect, test } from "vitest";
import { carryUnstated, compare, matchCommands } from "../../../../src/commands/plan/difference.ts";
import type { DesiredCommand } from "../../../../src/commands/plan/plan-types.ts";
import { storedCommand } from "../../../setup/commands/samples.ts";
import type { Command } from "../../../../src/wire/command.ts";

const global = { scope: "global" } as const;
const ping = { name: "ping", description: "Pong" };

describe("compare", () => {
  test("resets removed fields to their defaults", () => {
    const live = { ...ping, nsfw: true, default_member_permissions: "32", options: [{ type: 3, name: "a" }] };
    const { changes, edit } = compare(ping, live, global);
    expect(changes.map(({ path }) => path)).toEqual(["options[0]", "default_member_permissions", "nsfw"]);
    expect(edit).toEqual({ options: [], default_member_permissions: null, nsfw: false });
  });

  test("ignores omitted fields without a fixed default", () => {
    const live = { ...ping, type: 4, handler: 2, integration_types: [1], dm_permission: false };
    expect(compare({ name: "ping" }, live, global).changes).toEqual([]);
  });

  test("uses the application's installation contexts for a command that sets none", () => {
    const live = { ...ping, integration_types: [0] };
    const { edit } = compare(ping, live, { ...global, applicationInstalls: [0, 1] });
    expect(edit).toEqual({ integration_types: [0, 1] });
  });

  test("ignores a guild command's global-only fields", () => {
    const desired = { ...ping, contexts: [0], integration_types: [0], dm_permission: false };
    expect(compare(desired, ping, { scope: "guild" }).changes).toEqual([]);
  });

  test("ignores dm_permission if there are contexts", () => {
    const live = { ...ping, dm_permission: true };
    expect(compare({ ...ping, dm_permission: false }, live, global).edit).toEqual({ dm_permission: false });
    const both = { ...ping, dm_permission: false, contexts: [0] };
    expect(compare(both, { ...live, contexts: [0] }, global).edit).toEqual({});
  });

  test("ignores fields that the service does not return", () => {
    const option = { type: 11, name: "file", description: "d" };
    const desired = { ...ping, options: [{ ...option, file_types: ["image"], newer: 1 }] };
    expect(compare(desired, { ...ping, options: [option] }, global).changes).toEqual([]);
    const live = { ...ping, options: [{ ...option, file_types: ["video"], newer: 2 }] };
    expect(compare(desired, live, global).changes.map(({ path }) => path)).toEqual([
      "options[0].file_types[0]",
      "options[0].newer",
    ]);
  });
});

describe("carryUnstated", () => {
  test("keeps the current values of omitted fields, except defaults and read-only fields", () => {
    const live = { ...ping, id: "5", version: "6", nsfw: false, handler: 2, integration_types: [1] };
    expect(carryUnstated({ name: "ping" }, live, global)).toEqual({
      name: "ping",
      description: "Pong",
      handler: 2,
      integration_types: [1],
    });
  });

  test("omits a dm_permission that the service derived from contexts", () => {
    const live = { ...ping, dm_permission: false };
    expect(carryUnstated({ ...ping, contexts: [0] }, live, global)).toHaveProperty("dm_permission", false);
    const derived = { ...live, contexts: [0] };
    expect(carryUnstated(ping, derived, global)).toEqual(ping);
  });

  test("omits global-only fields in a guild", () => {
    expect(carryUnstated(ping, { ...ping, integration_types: [1] }, { scope: "guild" })).toEqual(ping);
  });
});

describe("comparing options and choices", () => {
  const named = (names: string) => Array.from(names, (name) => ({ type: 3, name, description: "d" }));
  const changesOf = (from: readonly object[], to: readonly object[]) =>
    compare({ ...ping, options: to }, { ...ping, options: from }, global).changes;

  test("matches options by name, even if one is inserted before them", () => {
    expect(changesOf(named("bc"), named("abc"))).toEqual([
      { path: "options[0]", from: undefined, to: named("a")[0] },
    ]);
    expect(changesOf(named("abc"), named("bc"))).toEqual([
      { path: "options[0]", from: named("a")[0], to: undefined },
    ]);
  });

  test("reports a new order by listing the names", () => {
    expect(changesOf(named("abc"), named("cab"))).toEqual([
      { path: "options", from: ["a", "b", "c"], to: ["c", "a", "b"] },
    ]);
  });

  test("reports changed values with the index in the desired command", () => {
    const [b, c] = named("bc");
    expect(changesOf([b!, c!], [...named("a"), b!, { ...c, required: true }])).toEqual([
      { path: "options[0]", from: undefined, to: named("a")[0] },
      { path: "options[2].required", from: undefined, to: true },
    ]);
  });

  test("matches options with duplicate names by index", () => {
    expect(changesOf(named("aa"), named("ab"))).toEqual([{ path: "options[1].name", from: "a", to: "b" }]);
  });
});

describe("matchCommands", () => {
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
    const { pairs, unmatched } = matchCommands([byOldName, byName, byId], [one, two, three]);
    expect([byId, byName, byOldName].map((command) => pairs.get(command)?.id)).toEqual(["1", "2", "3"]);
    expect(unmatched).toEqual([]);
  });

  test("matches names only within a type and each live command only once", () => {
    const menu = live({ id: "1", type: 3, name: "ping" });
    const byId = desired({ id: "2", name: "pong" });
    const sameName = desired({ name: "ping" });
    const { pairs, unmatched } = matchCommands([byId, sameName], [menu, live({ id: "2", name: "ping" })]);
    expect([pairs.get(byId)?.id, pairs.get(sameName)]).toEqual(["2", undefined]);
    expect(unmatched).toEqual([menu]);
  });

  test("matches the entry point regardless of its name", () => {
    const entry = live({ id: "1", type: 4, name: "launch" });
    const renamed = desired({ type: 4, name: "play" });
    expect(matchCommands([renamed], [entry]).pairs.get(renamed)).toBe(entry);
  });

  test.each([
    ["an id that no live command has", [desired({ id: "9" })], "unknown_id"],
    ["a type that differs from its live command's", [desired({ id: "1", type: 3 })], "type_change"],
    ["another command's id", [desired({ id: "1" }), desired({ id: "1", name: "b" })], "ambiguous_match"],
    [
      "the old name of a command that still exists",
      [desired({}), desired({ name: "b", renamedFrom: "ping" })],
      "ambiguous_match",
    ],
  ])("rejects a command with %s", (_, commands, code) => {
    expect(() => matchCommands(commands, [live({ id: "1" })])).toThrow(expect.objectContaining({ code }));
  });
});
