import { describe, expect, it } from "vitest";
import { describeCommands } from "../../../../src/emulator/page/state.ts";
import type { Command } from "../../../../src/wire/command.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const { world, recordsAt } = openScene();
const [ada, grace] = world.players.all;
const records = recordsAt({ guild: "Reef" });

function describeAll(...commands: readonly object[]) {
  const full = commands.map((command) => ({ id: "4", type: 1, name: "ping", description: "", ...command }));
  return describeCommands(full as unknown as Command[], records);
}

function fieldOf(option: object) {
  const [command] = describeAll({ options: [{ name: "it", description: "What", ...option }] });
  return command?.fields[0];
}

describe("commands", () => {
  it("include each subcommand with its description", () => {
    const options = [{ type: 1, name: "set", description: "Sets it" }];
    expect(describeAll({ name: "color", options }, {})).toEqual([
      { title: "/color set", kind: "slash", description: "Sets it", isGuildCommand: false, fields: [] },
      { title: "/ping", kind: "slash", description: "", isGuildCommand: false, fields: [] },
    ]);
  });

  it("have a kind, and are global or belong to a guild", () => {
    const kinds = describeAll({ type: 2 }, { type: 3 }, { type: 4 }, { type: undefined, guild_id: "7" });
    expect(kinds).toMatchObject([
      { kind: "user", isGuildCommand: false },
      { kind: "message", isGuildCommand: false },
      { kind: "launch", isGuildCommand: false },
      { kind: "slash", isGuildCommand: true },
    ]);
  });
});

describe("an option", () => {
  it("has its bounds, and is required, optional or suggesting", () => {
    expect(fieldOf({ type: 4, required: true, min_value: 0, max_value: 9 })).toEqual({
      name: "it",
      description: "What",
      type: 4,
      isRequired: true,
      isSuggesting: false,
      items: undefined,
      min: 0,
      max: 9,
    });
    expect(fieldOf({ type: 3, autocomplete: true, min_length: 1, max_length: 5, choices: [] })).toMatchObject(
      {
        isRequired: false,
        isSuggesting: true,
        items: undefined,
        minLength: 1,
        maxLength: 5,
      },
    );
  });

  it.each([
    ["its choices", { type: 4, choices: [{ name: "<Red>", value: 1 }] }, [["1", "<Red>"]]],
    [
      "true or false",
      { type: 5 },
      [
        ["true", "True"],
        ["false", "False"],
      ],
    ],
    [
      "a player",
      { type: 6 },
      [
        [ada?.id, "Ada"],
        [grace?.id, "Grace"],
      ],
    ],
    [
      "a channel",
      { type: 7 },
      [
        ["8", "wreck"],
        ["9", "general"],
      ],
    ],
    ["a channel of its types", { type: 7, channel_types: [0] }, [["9", "general"]]],
    [
      "a role",
      { type: 8 },
      [
        ["7", "@everyone"],
        ["70", "Divers"],
      ],
    ],
    [
      "somebody mentioned",
      { type: 9 },
      [
        [ada?.id, "Ada"],
        [grace?.id, "Grace"],
        ["7", "@everyone"],
        ["70", "Divers"],
      ],
    ],
  ])("offers %s", (_what, option, items) => {
    expect(fieldOf(option)?.items?.map(({ id, name }) => [id, name])).toEqual(items);
  });

  it("has no items if it is a file", () => {
    expect(fieldOf({ type: 11 })?.items).toBeUndefined();
  });
});
