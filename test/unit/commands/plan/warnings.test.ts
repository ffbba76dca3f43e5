import { expect, test } from "vitest";
import type { Outline } from "../../../../src/commands/plan/plan-types.ts";
import { warnAbout } from "../../../../src/commands/plan/warnings.ts";

const ping = { id: "1", type: 1, name: "ping" } as const;
const entry = { id: "2", type: 4, name: "launch" } as const;
const edit = { ...ping, changes: [], edit: {} };
const empty: Outline = { creates: [], edits: [], deletes: [], unchanged: [], kept: [] };

const codes = (outline: Partial<Outline>, createsLeft = 200) =>
  warnAbout({ ...empty, ...outline }, createsLeft, []).map(({ code }) => code);

test.each<[string, Partial<Outline>, readonly string[]]>([
  ["nothing", {}, []],
  ["an edit", { edits: [edit] }, ["clients-reload"]],
  ["a rename", { edits: [{ ...edit, renamedTo: "pong" }] }, ["permissions-erased", "clients-reload"]],
  ["a deletion beside others", { deletes: [ping], unchanged: [ping] }, ["permissions-erased"]],
  ["a deletion of everything", { deletes: [ping] }, ["permissions-erased", "scope-emptied"]],
  [
    "a deletion of the entry point",
    { deletes: [entry], creates: [{ name: "ping" }] },
    ["permissions-erased", "entry-point-deleted"],
  ],
  ["an entry point that stays", { kept: [entry] }, ["entry-point-kept"]],
  ["a command of an unknown type that stays", { kept: [{ ...ping, type: 9 as never }] }, []],
])("%s has these warnings", (_, outline, expected) => {
  expect(codes(outline)).toEqual(expected);
});

test("the day's creates may be used up, and not be short", () => {
  expect(codes({ creates: [{}] }, 0)).toEqual([]);
  expect(codes({ creates: [{}] }, -1)).toEqual(["creates-short"]);
});

test("the commands that are reloaded are named", () => {
  const warnings = warnAbout({ ...empty, edits: [edit, { ...edit, name: "help" }] }, 200, []);
  expect(warnings[0]?.message).toContain('"ping", "help"');
});

test("a command that doubles a global one is named", () => {
  expect(warnAbout({ ...empty, creates: [{}] }, 200, ["ping"])).toEqual([
    { code: "doubles-global", message: '"ping" is a global command too: members of the guild see both.' },
  ]);
});
