import { describe, expect, it } from "vitest";
import type { FormFields } from "../../../../src/emulator/player/components.ts";
import { fillForm } from "../../../../src/emulator/player/fill-form.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const { world, recordsAt } = openScene();
const grace = world.players.findOrAdd("Grace").id;
const sizes = [
  { label: "Duel", value: "2" },
  { label: "Squad", value: "4", default: true },
];

const twoOrThree = { min_values: 2, max_values: 3 };

/** Fills in a component whose label has the text "It". */
function fill(component: object, fields: FormFields) {
  const label = { type: 18, label: "It", component: { custom_id: "it", ...component } };
  const modal = { custom_id: "form", title: "Form", components: [{ type: 10, content: "Please" }, label] };
  const { components, resolved } = fillForm(modal, fields, recordsAt({ guild: "Reef" }));
  const { type: _, custom_id: __, ...rest } = components[1]?.component ?? {};
  return resolved ? { ...rest, resolved: Object.keys(resolved) } : rest;
}

describe("a form", () => {
  it("keeps its structure of rows, labels and text", () => {
    const components = [
      { type: 10, content: "Please" },
      { type: 1, components: [{ type: 4, custom_id: "name", label: "Name", value: "Ada" }] },
      { type: 18, label: "Why", component: { type: 4, custom_id: "why" } },
    ];
    const modal = { custom_id: "form", title: "Form", components };
    expect(fillForm(modal, { Why: "Fun" }, recordsAt())).toEqual({
      custom_id: "form",
      components: [
        { type: 10 },
        { type: 1, components: [{ type: 4, custom_id: "name", value: "Ada" }] },
        { type: 18, component: { type: 4, custom_id: "why", value: "Fun" } },
      ],
    });
  });

  it.each([
    ["a text field by its id", { type: 4, value: "old" }, { it: "new" }, { value: "new" }],
    ["a text field by its label", { type: 4 }, { It: "new" }, { value: "new" }],
    ["an unchanged text field", { type: 4, value: "old" }, {}, { value: "old" }],
    ["a text field that may be empty", { type: 4, required: false, min_length: 3 }, {}, { value: "" }],
    ["a menu", { type: 3, options: sizes }, { it: "Duel" }, { values: ["2"] }],
    ["a menu that is unchanged", { type: 3, options: sizes }, {}, { values: ["4"] }],
    ["a menu that may be empty", { type: 3, required: false }, {}, { values: [] }],
    [
      "a menu with several picks",
      { type: 3, options: sizes, max_values: 2 },
      { it: ["2", "4"] },
      { values: ["2", "4"] },
    ],
    ["no items of a menu", { type: 3, required: false, options: sizes }, { it: [] }, { values: [] }],
    ["a menu by its value", { type: 3, options: sizes }, { it: "4" }, { values: ["4"] }],
    ["a player", { type: 5 }, { it: "Grace" }, { values: [grace], resolved: ["users", "members"] }],
    [
      "a player and a role",
      { type: 7, max_values: 2 },
      { it: ["Grace", "Divers"] },
      { values: [grace, "70"], resolved: ["users", "members", "roles"] },
    ],
    [
      "a channel",
      { type: 8, channel_types: [2] },
      { it: "wreck" },
      { values: ["8"], resolved: ["channels"] },
    ],
    [
      "a preset role",
      { type: 6, default_values: [{ id: "70", type: "role" }] },
      {},
      { values: ["70"], resolved: ["roles"] },
    ],
    ["a role", { type: 6 }, { it: "Divers" }, { values: ["70"], resolved: ["roles"] }],
    ["a file", { type: 19 }, { it: "a.png" }, { values: [expect.any(String)], resolved: ["attachments"] }],
    [
      "several files with their content",
      { type: 19, max_values: 2 },
      { it: ["a.png", { name: "b.txt", data: "b" }] },
      { values: [expect.any(String), expect.any(String)], resolved: ["attachments"] },
    ],
    ["no file", { type: 19, required: false }, {}, { values: [] }],
    ["one of a group", { type: 21, options: sizes }, { it: "Duel" }, { value: "2" }],
    ["none of a group", { type: 21, required: false, options: [] }, {}, { value: null }],
    ["some of a group", { type: 22, options: sizes }, { it: ["Squad"] }, { values: ["4"] }],
    ["every box of a group", { type: 22, options: sizes }, { it: ["Duel", "Squad"] }, { values: ["2", "4"] }],
    ["a box", { type: 23 }, { it: true }, { value: true }],
    ["a box that is unchanged", { type: 23, default: true }, {}, { value: true }],
  ])("is filled with %s", (_what, component, fields, filled) => {
    expect(fill(component, fields as FormFields)).toEqual(filled);
  });

  it.each([
    [{ type: 4 }, { name: "Reef" }, "unknown_field", 'There is no field "name" here.'],
    [{ type: 4 }, {}, "missing_field", 'The field "It" is required.'],
    [{ type: 3 }, {}, "missing_field", 'The field "It" is required.'],
    [{ type: 4 }, { it: ["Reef"] }, "invalid_field", "takes a string."],
    [{ type: 3 }, { it: true }, "invalid_field", "takes the selected items' names."],
    [{ type: 4, min_length: 3 }, { it: "ab" }, "invalid_field", "takes at least 3 characters."],
    [{ type: 4, max_length: 2 }, { it: "🎲🎲🎲" }, "invalid_field", "takes at most 2 characters."],
    [{ type: 4, min_length: 2 }, { it: "🎲" }, "invalid_field", "takes at least 2 characters."],
    [{ type: 4, max_length: 1 }, { it: "ab" }, "invalid_field", "takes at most 1 characters."],
    [{ type: 5 }, { it: { name: "a.png", data: "" } }, "invalid_field", "takes no file."],
    [{ type: 3, options: sizes }, { it: "Trio" }, "unknown_choice", 'There is no choice "Trio" here.'],
    [{ type: 8, channel_types: [2] }, { it: "general" }, "unknown_channel", 'no channel "general" here.'],
    [{ type: 3, options: sizes }, { it: ["Duel", "Squad"] }, "wrong_count", "The menu takes 1, not 2."],
    [
      { ...twoOrThree, options: sizes, type: 3 },
      { it: "Duel" },
      "wrong_count",
      "The menu takes 2 to 3, not 1.",
    ],
    [{ type: 19 }, { it: ["a.png", "b.png"] }, "wrong_count", "The file upload takes 1, not 2."],
    [{ ...twoOrThree, type: 19 }, { it: "a.png" }, "wrong_count", "The file upload takes 2 to 3, not 1."],
    [
      { type: 3, options: sizes, min_values: 2, max_values: 2 },
      {},
      "wrong_count",
      "The menu takes 2, not 1.",
    ],
  ])(
    "rejects values that no client would send (component %j, values %j)",
    (component, fields, code, message) => {
      const whole = code === "invalid_field" ? `The field "It" ${message}` : message;
      expect(() => fill(component, fields as unknown as FormFields)).toThrow(
        expect.objectContaining({ code, message: expect.stringContaining(whole) }),
      );
    },
  );

  it("matches fields by id if they have no labels", () => {
    const modal = { custom_id: "form", title: "Form", components: [{ type: 4, custom_id: "name" }] };
    expect(() => fillForm(modal, {}, recordsAt())).toThrow('The field "name" is required.');
  });
});
