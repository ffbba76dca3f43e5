import { expect, test } from "vitest";
import type { Outline } from "../../../../src/commands/plan/plan-types.ts";
import { validateCommand } from "../../../../src/commands/index.ts";
import { warnAbout, type WarningContext } from "../../../../src/commands/plan/plan-commands.ts";

const ping = { id: "1", type: 1, name: "ping" } as const;
const entry = { id: "2", type: 4, name: "launch" } as const;
const edit = { ...ping, changes: [], edit: {} };
const empty: Outline = { creates: [], edits: [], deletes: [], unchanged: [], kept: [] };

const calm = { scope: "global", doubled: [], findings: [] } as const;

const codes = (outline: Partial<Outline>, context: Partial<WarningContext> = {}) =>
  warnAbout({ ...empty, ...outline }, { ...calm, ...context }).map(({ code }) => code);

test.each<[string, Partial<Outline>, readonly string[], readonly string[]]>([
  ["nothing", {}, [], []],
  ["an edit", { edits: [edit] }, ["clients-reload"], []],
  [
    "a rename",
    { edits: [{ ...edit, renamedTo: "pong" }] },
    ["permissions-erased", "clients-reload"],
    ["permissions-erased"],
  ],
  [
    "a deletion beside others",
    { deletes: [ping], unchanged: [ping] },
    ["permissions-erased"],
    ["permissions-erased"],
  ],
  [
    "a deletion of everything",
    { deletes: [ping] },
    ["permissions-erased", "scope-emptied"],
    ["permissions-erased", "scope-emptied"],
  ],
  [
    "a deletion of the entry point",
    { deletes: [entry], creates: [{ name: "ping" }] },
    ["permissions-erased", "entry-point-deleted"],
    ["permissions-erased", "entry-point-deleted"],
  ],
  ["an entry point that stays", { kept: [entry] }, ["entry-point-kept"], ["entry-point-kept"]],
  ["a command of an unknown type that stays", { kept: [{ ...ping, type: 9 as never }] }, [], []],
])("warns about %s globally and in a guild", (_, outline, everywhere, inGuild) => {
  expect(codes(outline)).toEqual(everywhere);
  expect(codes(outline, { scope: "guild" })).toEqual(inGuild);
});

test("mentions only the affected guild when a guild command is deleted", () => {
  const [global, guild] = (["global", "guild"] as const).map(
    (scope) => warnAbout({ ...empty, deletes: [ping], unchanged: [ping] }, { ...calm, scope })[0]?.message,
  );
  expect(global).toBe('Deleting "ping" erases its permissions in every guild.');
  expect(guild).toBe('Deleting "ping" erases its permissions in the guild.');
});

test("replaces the general warning with the permissions known to be erased", () => {
  const erased = [{ code: "permissions-lost", message: "Gone." }] as const;
  expect(codes({ edits: [{ ...edit, renamedTo: "pong" }] }, { scope: "guild", erased })).toEqual([
    "permissions-lost",
  ]);
  expect(codes({ edits: [{ ...edit, renamedTo: "pong" }] }, { scope: "guild", erased: [] })).toEqual([]);
});

test("includes warnings of rules with their findings", () => {
  const findings = validateCommand(
    { name: "ping", description: "d", dm_permission: false },
    { scope: "global" },
  );
  expect(warnAbout(empty, { ...calm, findings })).toEqual([
    {
      code: "rule",
      message: expect.stringContaining("dm_permission: false is deprecated."),
      finding: findings[0],
    },
  ]);
});

test("names the edited commands", () => {
  const warnings = warnAbout({ ...empty, edits: [edit, { ...edit, name: "help" }] }, calm);
  expect(warnings[0]?.message).toContain('"ping", "help"');
});

test("names a guild command that duplicates a global one", () => {
  expect(warnAbout({ ...empty, creates: [{}] }, { ...calm, doubled: ["ping"] })).toEqual([
    { code: "doubles-global", message: '"ping" is a global command too: members of the guild see both.' },
  ]);
});
