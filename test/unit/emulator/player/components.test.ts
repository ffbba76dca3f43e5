import { describe, expect, it } from "vitest";
import { fillComponents, listComponents, optionsOf } from "../../../../src/emulator/player/components.ts";

describe("components", () => {
  const button = { type: 2, custom_id: "a" };

  it("are found at any depth, with their label's text", () => {
    const labelled = {
      type: 18,
      label: "Why",
      description: "A sentence",
      component: { type: 4, custom_id: "b" },
    };
    const section = { type: 9, components: [{ type: 10 }], accessory: button };
    expect(listComponents([{ type: 1, components: [section] }, labelled])).toEqual([
      { type: 1, components: [section] },
      section,
      { type: 10 },
      button,
      labelled,
      { type: 4, custom_id: "b", label: "Why", description: "A sentence" },
    ]);
  });

  it.each([undefined, null, "text", 7, {}, [null, "text", 7]])("are an empty list for %j", (components) => {
    expect(listComponents(components)).toEqual([]);
    expect(fillComponents(components, () => ({}))).toEqual([]);
  });

  it("have the options defined by the application", () => {
    const option = { label: "Duel", value: "2" };
    expect(optionsOf({ options: [option, null] })).toEqual([{ ...option, isPicked: false }]);
    expect(optionsOf({ options: [{ label: 1, value: null, default: "yes" }] })).toEqual([
      { label: "", value: "", isPicked: false },
    ]);
    expect(optionsOf({})).toEqual([]);
  });
});
