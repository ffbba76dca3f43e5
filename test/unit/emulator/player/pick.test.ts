import { describe, expect, it } from "vitest";
import { pickFrom, preset } from "../../../../src/emulator/player/fill-form.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const { world, recordsAt } = openScene();
const records = () => recordsAt({ guild: "Reef" });
const grace = world.players.findOrAdd("Grace").id;
const sizes = [
  { label: "Duel", value: "2" },
  { label: "Squad", value: "4", default: true },
];

describe("pickFrom", () => {
  it.each([
    ["a label", { type: 3, options: sizes }, ["Duel"], ["2"]],
    ["a value", { type: 3, options: sizes }, ["4"], ["4"]],
    ["several", { type: 3, options: sizes, max_values: 2 }, ["Duel", "Squad"], ["2", "4"]],
    ["a player", { type: 5 }, ["Grace"], [grace]],
    ["a role", { type: 6 }, ["Divers"], ["70"]],
    ["a player or a role", { type: 7, max_values: 2 }, ["Grace", "Divers"], [grace, "70"]],
    ["a channel", { type: 8, channel_types: [2] }, ["wreck"], ["8"]],
    ["nothing", { type: 5, min_values: 0 }, [], []],
  ])("picks %s", (_what, menu, wanted, values) => {
    expect(pickFrom(menu, wanted, records())).toEqual(values);
  });

  it.each([
    [{ type: 3, options: sizes }, ["Trio"], "unknown_choice", 'There is no choice "Trio" here.'],
    [{ type: 8, channel_types: [2] }, ["general"], "unknown_channel", 'There is no channel "general" here.'],
    [{ type: 3, options: sizes }, ["Duel", "Squad"], "wrong_count", "The menu takes 1, not 2."],
    [
      { type: 3, options: sizes, min_values: 2, max_values: 3 },
      ["Duel"],
      "wrong_count",
      "takes 2 to 3, not 1",
    ],
  ])("rejects an invalid choice: %j", (menu, wanted, code, message) => {
    expect(() => pickFrom(menu, wanted, records())).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });
});

describe("preset", () => {
  it("returns the default values", () => {
    expect(preset({ type: 3, options: sizes }, records())).toEqual(["4"]);
    const own = records();
    expect(preset({ type: 6, default_values: [{ id: "70", type: "role" }] }, own)).toEqual(["70"]);
    expect(own.data).toHaveProperty("roles.70");
    expect(preset({ type: 6 }, records())).toEqual([]);
  });
});
