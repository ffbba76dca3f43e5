import { describe, expect, test } from "vitest";
import { carryUnstated, compare } from "../../../../src/commands/plan/difference.ts";

const global = { scope: "global" } as const;
const ping = { name: "ping", description: "Pong" };

describe("a comparison", () => {
  test("brings what goes away back to its default", () => {
    const live = { ...ping, nsfw: true, default_member_permissions: "32", options: [{ type: 3, name: "a" }] };
    const { changes, edit } = compare(ping, live, global);
    expect(changes.map(({ path }) => path)).toEqual(["options[0]", "default_member_permissions", "nsfw"]);
    expect(edit).toEqual({ options: [], default_member_permissions: null, nsfw: false });
  });

  test("leaves alone what is not stated and has no fixed default", () => {
    const live = { ...ping, type: 4, handler: 2, integration_types: [1], dm_permission: false };
    expect(compare({ name: "ping" }, live, global).changes).toEqual([]);
  });

  test("takes the application's installation contexts for those of a command without", () => {
    const live = { ...ping, integration_types: [0] };
    const { edit } = compare(ping, live, { ...global, applicationInstalls: [0, 1] });
    expect(edit).toEqual({ integration_types: [0, 1] });
  });

  test("of a guild's command leaves out what only a global one has", () => {
    const desired = { ...ping, contexts: [0], integration_types: [0], dm_permission: false };
    expect(compare(desired, ping, { scope: "guild" }).changes).toEqual([]);
  });

  test("reads dm_permission only where there are no contexts", () => {
    const live = { ...ping, dm_permission: true };
    expect(compare({ ...ping, dm_permission: false }, live, global).edit).toEqual({ dm_permission: false });
    const both = { ...ping, dm_permission: false, contexts: [0] };
    expect(compare(both, { ...live, contexts: [0] }, global).edit).toEqual({});
  });

  test("does not count what the service does not return", () => {
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

describe("what an overwrite leaves out", () => {
  test("keeps its live value, unless that is the default or the service's own", () => {
    const live = { ...ping, id: "5", version: "6", nsfw: false, handler: 2, integration_types: [1] };
    expect(carryUnstated({ name: "ping" }, live, global)).toEqual({
      name: "ping",
      description: "Pong",
      handler: 2,
      integration_types: [1],
    });
  });

  test("has no dm_permission that the service derived from contexts", () => {
    const live = { ...ping, dm_permission: false };
    expect(carryUnstated({ ...ping, contexts: [0] }, live, global)).toHaveProperty("dm_permission", false);
    const derived = { ...live, contexts: [0] };
    expect(carryUnstated(ping, derived, global)).toEqual(ping);
  });

  test("has nothing in a guild that only global commands have", () => {
    expect(carryUnstated(ping, { ...ping, integration_types: [1] }, { scope: "guild" })).toEqual(ping);
  });
});

describe("options and choices", () => {
  const named = (names: string) => Array.from(names, (name) => ({ type: 3, name, description: "d" }));
  const changesOf = (from: readonly object[], to: readonly object[]) =>
    compare({ ...ping, options: to }, { ...ping, options: from }, global).changes;

  test("are compared by name: one that is put before the others changes none of them", () => {
    expect(changesOf(named("bc"), named("abc"))).toEqual([
      { path: "options[0]", from: undefined, to: named("a")[0] },
    ]);
    expect(changesOf(named("abc"), named("bc"))).toEqual([
      { path: "options[0]", from: named("a")[0], to: undefined },
    ]);
  });

  test("that change their order are told by their names", () => {
    expect(changesOf(named("abc"), named("cab"))).toEqual([
      { path: "options", from: ["a", "b", "c"], to: ["c", "a", "b"] },
    ]);
  });

  test("whose values change have their place in the desired command", () => {
    const [b, c] = named("bc");
    expect(changesOf([b!, c!], [...named("a"), b!, { ...c, required: true }])).toEqual([
      { path: "options[0]", from: undefined, to: named("a")[0] },
      { path: "options[2].required", from: undefined, to: true },
    ]);
  });

  test("without names of their own are compared by their places", () => {
    expect(changesOf(named("aa"), named("ab"))).toEqual([{ path: "options[1].name", from: "a", to: "b" }]);
  });
});
