import { describe, expect, it } from "vitest";
import { listUsables, nestOptions } from "../../../../src/emulator/player/loaded-commands.ts";
import type { Command } from "../../../../src/wire/command.ts";
import { CommandBook } from "../../../../src/emulator/state/command-book.ts";

const book = new CommandBook({
  id: "1",
  integrationTypes: [0, 1],
  activities: true,
  clock: { now: () => 0 },
});

describe("listUsables", () => {
  it("lists each subcommand with a path that `nestOptions` accepts", () => {
    const { command } = book.upsert("global", {
      name: "ship",
      description: "Ships",
      options: [
        { type: 1, name: "list", description: "Lists" },
        {
          type: 2,
          name: "color",
          description: "Colors",
          options: [
            {
              type: 1,
              name: "set",
              description: "Sets",
              options: [{ type: 3, name: "to", description: "Which" }],
            },
          ],
        },
      ],
    });
    const [list, set] = listUsables(command);
    expect([list?.title, set?.title]).toEqual(["/ship list", "/ship color set"]);
    expect(set?.fields).toMatchObject([{ name: "to" }]);
    const filled = [{ type: 3, name: "to", value: "red" }] as const;
    expect(nestOptions(set?.path ?? [], filled)).toEqual([
      { type: 2, name: "color", options: [{ type: 1, name: "set", options: filled }] },
    ]);
    expect(nestOptions([], filled)).toEqual(filled);
  });

  it("lists a command without subcommands once under its displayed name", () => {
    const text = { type: 3, name: "text", description: "What" };
    const command = (type: number, options?: object[]) =>
      ({ id: "4", type, name: "Wave", description: "Waves", options }) as unknown as Command;
    expect(listUsables(command(1, [text]))).toMatchObject([{ title: "/Wave", path: [], fields: [text] }]);
    expect(listUsables(command(1))).toMatchObject([{ title: "/Wave", fields: [] }]);
    expect(listUsables(command(2))).toMatchObject([{ title: "Wave", description: "Waves", fields: [] }]);
  });

  it("omits an empty group", () => {
    const group = { type: 2, name: "group", description: "Empty" };
    const list = { type: 1, name: "list", description: "Lists" };
    const command = { id: "4", type: 1, name: "ship", description: "x", options: [group, list] };
    expect(listUsables(command as unknown as Command)).toMatchObject([
      { title: "/ship list", path: ["list"] },
    ]);
    const filled = [{ type: 3, name: "to", value: "red" }] as const;
    expect(nestOptions(["list"], filled)).toEqual([{ type: 1, name: "list", options: filled }]);
  });
});
