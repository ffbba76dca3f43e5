import { describe, expect, it } from "vitest";
import { fillComponents, listComponents } from "../../../../src/emulator/interactions/components.ts";

describe("components", () => {
  const button = { type: 2, custom_id: "a" };

  it("are found wherever they stand; one in a label has its texts", () => {
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

  it.each([undefined, null, "text", 7, {}, [null, "text", 7]])("are none in %j", (components) => {
    expect(listComponents(components)).toEqual([]);
    expect(fillComponents(components, {})).toEqual([]);
  });
});

describe("a form that is sent", () => {
  it.each([
    ["a text that is typed", { type: 4, value: "old" }, "new", { value: "new" }],
    ["a text that is left alone", { type: 4, value: "old" }, undefined, { value: "old" }],
    ["a text that was empty", { type: 4 }, undefined, { value: "" }],
    ["a list given for a text", { type: 4, value: "old" }, ["new"], { value: "old" }],
    ["a menu with one pick", { type: 3 }, "4", { values: ["4"] }],
    ["a menu with more picks", { type: 3 }, ["2", "4"], { values: ["2", "4"] }],
    ["a menu that is left alone", { type: 3 }, undefined, { values: [] }],
  ])("has %s", (_what, component, field, value) => {
    const fields = field === undefined ? {} : { it: field };
    const id = { type: component.type, custom_id: "it" };
    expect(fillComponents([{ ...component, custom_id: "it" }], fields)).toEqual([{ ...id, ...value }]);
  });
});
