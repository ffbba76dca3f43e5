import { describe, expect, it, test } from "vitest";
import {
  findDeprecated,
  formComponent,
  layoutComponent,
  listPlaced,
  rowComponent,
} from "../../../../../src/interactions/messages/rules/components.ts";
import { messageOf } from "../../../../setup/emulator/reason-of.ts";

const messagesFor = (check: typeof rowComponent, value: unknown) => messageOf(check(value, []));
const row = (...components: object[]) => ({ type: 1, components });
const named = { custom_id: "a" };

describe("components", () => {
  it.each([
    [3, { options: [{ label: "A", value: "a" }] }],
    [5, { default_values: [{ type: "user", id: "1" }] }],
    [6, { default_values: [{ type: "role", id: "1" }] }],
    [
      7,
      {
        default_values: [
          { type: "user", id: "1" },
          { type: "role", id: "2" },
        ],
      },
    ],
    [8, { default_values: [{ type: "channel", id: "1" }], channel_types: [0, 2] }],
  ])("include menus of type %i in rows and labels", (type, fields) => {
    const menu = { type, ...named, min_values: 0, max_values: 25, ...fields };
    expect(messagesFor(rowComponent, row(menu))).toBe("");
    expect(messagesFor(layoutComponent, { type: 17, components: [row(menu)] })).toBe("");
    expect(messagesFor(formComponent, { type: 18, label: "A", component: menu })).toBe("");
    expect(messagesFor(rowComponent, row({ ...menu, min_values: 26 }))).toMatch(/less than or equal to 25/);
    expect(messagesFor(rowComponent, row({ ...menu, max_values: 0 }))).toMatch(/greater than or equal to 1/);
  });

  it("include uploads of 0 to 10 files", () => {
    const upload = (fields: object) =>
      messagesFor(formComponent, { type: 18, label: "A", component: { type: 19, ...named, ...fields } });
    expect(upload({ min_values: 0, max_values: 10, required: false })).toBe("");
    expect(upload({ min_values: 10, max_values: 10 })).toBe("");
    expect(upload({ min_values: -1 })).toMatch(/min_values: .*greater than or equal to 0/);
    expect(upload({ min_values: 11 })).toMatch(/min_values: .*less than or equal to 10/);
    expect(upload({ max_values: 11 })).toMatch(/max_values: .*less than or equal to 10/);
  });

  it("restrict default values and channel types by menu type", () => {
    const wrong = { type: 5, ...named, default_values: [{ type: "role", id: "1" }] };
    const expected = 'components.0.default_values.0: Value of field "type" must be one of (user).';
    expect(messagesFor(rowComponent, row(wrong))).toBe(expected);
    expect(messagesFor(rowComponent, row({ type: 8, ...named, channel_types: [99] }))).toMatch(
      /channel_types/,
    );
  });

  it("differ between forms and messages", () => {
    expect(messagesFor(rowComponent, row({ type: 4, ...named, style: 1 }))).toMatch(/must be one of/);
    expect(messagesFor(formComponent, row({ type: 2, style: 1, ...named }))).toMatch(/must be one of/);
    expect(messagesFor(formComponent, { type: 17, components: [] })).toMatch(/must be one of/);
  });

  it("show a file only if it has an attachment address", () => {
    const file = (url: string) => messagesFor(layoutComponent, { type: 13, file: { url } });
    expect(file("attachment://map.png")).toBe("");
    expect(file("https://example.com/map.png")).toMatch(/^file\.url: Scheme "https" is not supported/);
  });
});

describe("findDeprecated", () => {
  const input = { type: 4, custom_id: "a", style: 1, label: "A" };
  const label = { type: 18, label: "A", component: { type: 4, custom_id: "a", style: 1 } };

  test.each([
    [{ type: 10 }, ["type"], "premium button"],
    [{ type: 4, data: { content: "x", interaction: {} } }, ["data", "interaction"], "interaction_metadata"],
    [
      { type: 9, data: { components: [label, { type: 1, components: [input] }] } },
      ["data", "components", "1"],
      "label",
    ],
  ])("finds the deprecated part of %j", (answer, path, successor) => {
    expect(findDeprecated(answer)).toEqual([{ path, message: expect.stringContaining(successor) }]);
  });

  test.each([
    { type: 12 },
    { type: 4, data: { content: "x", components: [{ type: 1, components: [] }] } },
    { type: 9, data: { components: [label] } },
    { type: 9, data: { components: [null] } },
    { type: 9, data: { components: 7 } },
    { type: 9 },
  ])("finds nothing deprecated in %j", (answer) => {
    expect(findDeprecated(answer)).toEqual([]);
  });
});

it("lists nested components in reading order", () => {
  const text = { type: 10, content: "x" };
  const section = { type: 9, components: [text], accessory: { type: 11 } };
  const label = { type: 18, component: { type: 4 } };
  const placed = listPlaced([{ type: 17, components: [section] }, label], ["components"]);
  expect(placed.map(({ component, path }) => `${component.type} ${path.join(".")}`)).toEqual([
    "17 components.0",
    "9 components.0.components.0",
    "10 components.0.components.0.components.0",
    "11 components.0.components.0.accessory",
    "18 components.1",
    "4 components.1.component",
  ]);
});
