import { describe, expect, it } from "vitest";
import { CommandBook } from "../../../../src/emulator/commands/command-book.ts";
import { listUsables, nestOptions } from "../../../../src/emulator/play/fields.ts";

const book = new CommandBook({ applicationId: "1", integrationTypes: [0, 1], profile: "spec", now: () => 0 });

describe("the page for a person", () => {
  it("spells subcommands out, and nests what was filled around them again", () => {
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
    const filled = [{ type: 3, name: "to", value: "red" }];
    expect(nestOptions(set?.path ?? [], filled)).toEqual([
      { type: 2, name: "color", options: [{ type: 1, name: "set", options: filled }] },
    ]);
    expect(nestOptions([], filled)).toEqual(filled);
  });
});
