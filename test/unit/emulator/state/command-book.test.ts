import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CommandBook, CreateBudget } from "../../../../src/emulator/state/command-book.ts";
import { limited } from "../../../setup/emulator/limited.ts";

const owner = { id: "1", integrationTypes: [0, 1] as const, activities: true, clock: { now: () => 0 } };
const createBook = () => new CommandBook(owner);

const names = fc.constantFrom("ping", "pong", "pang");
const bodies = fc.record({ name: names, description: fc.constantFrom("One", "Two"), nsfw: fc.boolean() });

describe("CommandBook", () => {
  it("has one command per name and changes its version only if the command changes", () => {
    fc.assert(
      fc.property(fc.array(bodies, { maxLength: 12 }), (edits) => {
        const book = createBook();
        for (const body of edits) {
          const before = book.list("global").find(({ name }) => name === body.name);
          const { command, created } = book.upsert("global", body);
          expect(created).toBe(before === undefined);
          expect(command).toMatchObject(body);
          const isSame = before?.description === body.description && before.nsfw === body.nsfw;
          if (before) expect([command.id, command.version === before.version]).toEqual([before.id, isSame]);
        }
        const stored = book.list("global").map(({ name }) => name);
        expect(new Set(stored).size).toBe(stored.length);
      }),
    );
  });

  it("contains an overwrite's commands and is unchanged if the overwrite is repeated", () => {
    fc.assert(
      fc.property(
        fc.array(bodies, { maxLength: 5 }),
        fc.uniqueArray(bodies, { selector: ({ name }) => name }),
        (before, wanted) => {
          const book = createBook();
          for (const body of before) book.upsert("global", body);
          const once = book.overwrite("global", wanted);
          expect(once).toMatchObject(wanted);
          expect(book.list("global")).toEqual(once);
          expect(book.overwrite("global", wanted)).toEqual(once);
        },
      ),
    );
  });

  it("erases permissions of commands that an overwrite renames or deletes", () => {
    const book = createBook();
    const ids = ["ping", "pong", "pang"].map(
      (name) => book.upsert("global", { name, description: "One" }).command.id,
    );
    const permissions = [{ id: "7", type: 1, permission: true }] as const;
    for (const id of ids) book.permissions.set("9", id, permissions);
    book.overwrite("global", [
      { id: ids[0], name: "renamed", description: "One" },
      { name: "pong", description: "Two" },
    ]);
    expect(book.permissions.list("9").map(({ id }) => id)).toEqual([ids[1]]);
  });

  it("ignores unknown fields of options and choices", () => {
    const choice = { name: "A", value: "a" };
    const option = { type: 3, name: "text", description: "What", choices: [choice] };
    const { command } = createBook().upsert("global", {
      name: "ping",
      description: "One",
      options: [{ ...option, newer: 1, choices: [{ ...choice, newer: 1 }] }],
    });
    expect(command.options).toEqual([option]);
  });

  it("reuses a renamed command's old name for a new command in the same overwrite", () => {
    const book = createBook();
    const { command } = book.upsert("global", { name: "ping", description: "One" });
    const renamed = { id: command.id, name: "pong", description: "One" };
    const after = book.overwrite("global", [{ name: "ping", description: "New" }, renamed]);
    expect(after).toMatchObject([{ name: "ping", description: "New" }, renamed]);
    expect(after[0]?.id).not.toBe(command.id);
    expect(book.list("global")).toEqual(after);
  });
});

it("rejects age-restricted commands for a discoverable application", () => {
  const book = new CommandBook({ ...owner, discoverable: true });
  const refused = (path: object) =>
    expect.objectContaining({ status: 400, body: expect.objectContaining({ code: 50_035, errors: path }) });
  const atNsfw = {
    nsfw: { _errors: [expect.objectContaining({ message: expect.stringMatching(/discovery/) })] },
  };
  const ping = { name: "ping", description: "Pongs" };
  const { command } = book.upsert("global", { ...ping, nsfw: false });
  expect(() => book.upsert("7", { ...ping, nsfw: true })).toThrow(refused(atNsfw));
  expect(() => book.edit("global", command.id, { nsfw: true })).toThrow(refused(atNsfw));
  const pong = { ...ping, name: "pong", nsfw: true };
  expect(() => book.overwrite("global", [ping, pong])).toThrow(refused({ 1: atNsfw }));
  expect(book.list("global")).toEqual([command]);
});

it("rejects a handler if the application has no Activities", () => {
  const book = new CommandBook({ ...owner, activities: false });
  const refused = expect.objectContaining({ status: 400, body: expect.objectContaining({ code: 50_035 }) });
  const entry = { type: 4, name: "launch", description: "Plays" };
  expect(() => book.upsert("global", { ...entry, handler: 1 })).toThrow(refused);
  expect(() => book.overwrite("global", [{ ...entry, handler: 1 }])).toThrow(refused);
  const { command } = book.upsert("global", { ...entry, handler: null });
  expect(() => book.edit("global", command.id, { handler: 2 })).toThrow(refused);
});

it("keeps global commands and those of the newest 2,000 guilds", () => {
  const book = createBook();
  const ping = { name: "ping", description: "Pongs" };
  for (const scope of ["global", "7", "8"]) book.upsert(scope, ping);
  for (let guild = 100; guild < 2_099; guild++) book.list(String(guild));
  expect([book.list("global").length, book.list("8").length]).toEqual([1, 1]);
  expect(book.list("7")).toEqual([]);
});

describe("the daily create budget", () => {
  it("is 200 and grows by 1 every 432 seconds", () => {
    let now = 0;
    const budget = new CreateBudget(() => now);
    budget.take(200);
    now = 100_000;
    expect(limited(() => budget.take(1)).body).toMatchObject({
      code: 30_034,
      retry_after: 332,
      global: false,
    });
    now = 432_000;
    budget.take(1);
    expect(limited(() => budget.take(2)).body.retry_after).toBe(864);
  });

  it("is charged fully or not at all and never exceeds one day's amount", () => {
    let now = 0;
    const budget = new CreateBudget(() => now);
    limited(() => budget.take(201));
    budget.take(150);
    now = 10 * 86_400_000;
    budget.take(200);
    limited(() => budget.take(1));
  });
});
