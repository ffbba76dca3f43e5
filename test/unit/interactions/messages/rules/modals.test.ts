import { describe, expect, it } from "vitest";
import {
  findInModal,
  minSelected,
  maxSelected,
} from "../../../../../src/interactions/messages/rules/modals.ts";
import { messageOf } from "../../../../setup/emulator/reason-of.ts";

const label = (component: object) => ({
  type: 18,
  label: "Label",
  component: { custom_id: "a", ...component },
});
const options = (fields: object) => [
  { label: "A", value: "a", ...fields },
  { label: "B", value: "b", ...fields },
];
const input = { type: 4, custom_id: "a", style: 1 };

describe("rules for forms", () => {
  it.each([
    [label(input), ""],
    [label({ ...input, min_length: 5, max_length: 4 }), /min_length value should be less than or equal to 4/],
    [label({ ...input, min_length: 5 }), ""],
    [
      label({ type: 5, disabled: true }),
      "components.0.component.disabled: A component in a form cannot be disabled.",
    ],
    [label({ type: 5, min_values: 0 }), /min_values: int value should be greater than or equal to 1/],
    [label({ type: 5, min_values: 0, required: false }), ""],
    [label({ type: 19, min_values: 2, max_values: 10 }), ""],
    [label({ type: 19, min_values: 0, max_values: 10, required: false }), ""],
    [label({ type: 19, min_values: 2 }), /min_values value should be less than or equal to 1/],
    [label({ type: 19, min_values: 3, max_values: 2 }), /min_values value should be less than or equal to 2/],
    [label({ type: 22, options: options({}), min_values: 2 }), ""],
    [label({ type: 22, options: options({}), min_values: 3 }), /min_values value should be .* to 2/],
    [label({ type: 21, options: options({}) }), ""],
    [label({ type: 21, options: options({ default: true }) }), /default values exceeds/],
    [{ type: 1, components: [{ ...input, label: "Name" }] }, ""],
    [{ type: 1, components: [input] }, "components.0.components.0.label: This field is required"],
    [{ type: 10, content: "Hello" }, ""],
  ])("return the expected reason for %j: %j (%#)", (component, reason) => {
    const form = { custom_id: "f", title: "Form", components: [component] };
    if (typeof reason === "string") expect(messageOf(findInModal(form))).toBe(reason);
    else expect(messageOf(findInModal(form))).toMatch(reason);
  });
});

describe("the number of choices", () => {
  const boxes = options({});
  it.each([
    ["is one", { type: 21, options: boxes }, 1],
    ["is the number of boxes", { type: 22, options: boxes }, 2],
    ["is max_values if set", { type: 22, options: boxes, max_values: 1 }, 1],
    ["is parsed from a string", { type: 3, max_values: "2" }, 2],
    ["is not read from an object", { type: 22, options: boxes, max_values: { toString: [] } }, 2],
    ["is not read from a symbol", { type: 3, max_values: Symbol("s") }, 1],
    ["is not read from other strings", { type: 3, max_values: "many" }, 1],
    ["is not read from null", { type: 3, max_values: null }, 1],
  ])("%s", (_, component, most) => {
    expect(maxSelected(component)).toBe(most);
  });

  it.each([
    [{}, 1],
    [{ min_values: 0 }, 0],
    [{ min_values: "3" }, 3],
    [{ min_values: 1.5 }, 1],
    [{ min_values: null }, 1],
    [{ min_values: { toString: [] } }, 1],
  ])("with %o is at least %i (%#)", (component, least) => {
    expect(minSelected(component)).toBe(least);
  });
});
