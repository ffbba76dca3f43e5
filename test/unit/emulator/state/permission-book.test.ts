import { expect, test } from "vitest";
import { PermissionBook } from "../../../../src/emulator/state/permission-book.ts";

const overwrites = [{ id: "7", type: 1, permission: true }] as const;
const unknown = expect.objectContaining({ status: 404, body: expect.objectContaining({ code: 10_066 }) });

test("keeps overwrites per guild and command, without unknown fields", () => {
  const book = new PermissionBook("1");
  const given = overwrites.map((overwrite) => ({ ...overwrite, newer: 1 }));
  const kept = book.set("9", "5", given);
  expect(kept).toEqual({ id: "5", application_id: "1", guild_id: "9", permissions: overwrites });
  expect([book.get("9", "5"), book.list("9")]).toEqual([kept, [kept]]);
  expect(() => book.get("9", "6")).toThrow(unknown);
  expect(() => book.get("8", "5")).toThrow(unknown);
  expect(book.list("8")).toEqual([]);
});

test("replaces the previous overwrites", () => {
  const book = new PermissionBook("1");
  book.set("9", "5", overwrites);
  const others = [{ id: "8", type: 3, permission: false }] as const;
  book.set("9", "5", others);
  expect(book.get("9", "5").permissions).toEqual(others);
});

test("removes a command whose overwrites are empty", () => {
  const book = new PermissionBook("1");
  book.set("9", "5", overwrites);
  expect(book.set("9", "5", []).permissions).toEqual([]);
  expect(() => book.get("9", "5")).toThrow(unknown);
  expect(book.list("9")).toEqual([]);
});

test("erases the overwrites of a command in every guild", () => {
  const book = new PermissionBook("1");
  for (const guild of ["8", "9"]) for (const command of ["5", "6"]) book.set(guild, command, overwrites);
  book.erase("5");
  expect(["8", "9"].map((guild) => book.list(guild).map(({ id }) => id))).toEqual([["6"], ["6"]]);
});
