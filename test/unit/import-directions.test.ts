import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { importDirections, roomOf } from "../setup/import-directions.ts";
import { readTable } from "../setup/markdown-table.ts";

const architecture = readFileSync("ARCHITECTURE.md", "utf8");
const allowed = new Map(
  readTable(architecture, "Import directions").map(([room = "", targets = ""]) => [
    room,
    new Set(targets.split(" ").filter((target) => target !== "–")),
  ]),
);
const directions = importDirections("src");

describe("the table of import directions in ARCHITECTURE.md", () => {
  test("has a row for each folder and each root file, and no other", () => {
    expect([...allowed.keys()].toSorted()).toEqual([...directions.keys()].toSorted());
  });

  test("lists every import", () => {
    const unlisted = [...directions].flatMap(([room, targets]) =>
      [...targets]
        .filter(([target]) => !allowed.get(room)?.has(target))
        .map(([target, file]) => `${room} -> ${target} (${file})`),
    );
    expect(unlisted).toEqual([]);
  });

  test("lists nothing that nobody uses", () => {
    const unused = [...allowed].flatMap(([room, targets]) =>
      [...targets]
        .filter((target) => !directions.get(room)?.has(target))
        .map((target) => `${room} -> ${target}`),
    );
    expect(unused).toEqual([]);
  });

  test("has lower layers first: a row imports only from rows above it", () => {
    const rows = [...allowed.keys()];
    const upward = [...allowed].flatMap(([room, targets]) =>
      [...targets]
        .filter((target) => rows.indexOf(target) > rows.indexOf(room))
        .map((target) => `${room} -> ${target}`),
    );
    expect(upward).toEqual([]);
  });
});

describe("a room", () => {
  test.each([
    ["src/errors.ts", "errors"],
    ["src/token/exchange.ts", "token"],
    ["src/emulator/api/user.ts", "emulator/api"],
  ])("of %s is %s", (file, room) => {
    expect(roomOf("src", file)).toBe(room);
  });
});
