import { expect, it } from "vitest";
import { describeWrite, writeAsData } from "../../../../src/cli/commands/apply-commands.ts";
import type { Write } from "../../../../src/commands/index.ts";

const named = { id: "1400000000000000001", type: 1, name: "p\u001B[2J" } as const;

it.each<[Write, string, object]>([
  [{ kind: "create", command: { name: "ping" } }, "+ create ping", { kind: "create", names: ["ping"] }],
  [{ kind: "delete", command: named }, "- delete p\\u001b[2J", { kind: "delete", names: [named.name] }],
  [
    { kind: "edit", command: { ...named, name: "score", changes: [], edit: {} } },
    "~ edit score",
    { kind: "edit", names: ["score"] },
  ],
  [
    { kind: "overwrite", commands: [{ name: "ping" }, { name: "score" }] },
    "= all 2 commands at once",
    { kind: "overwrite", names: ["ping", "score"] },
  ],
])("formats a request as one line: %j", (write, line, data) => {
  expect([describeWrite(write), writeAsData(write)]).toEqual([line, data]);
});
