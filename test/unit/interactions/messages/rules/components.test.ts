import { describe, expect, it } from "vitest";
import {
  formComponent,
  layoutComponent,
  rowComponent,
} from "../../../../../src/interactions/messages/rules/components.ts";
import { wordsOf } from "../../../../setup/emulator/reason-of.ts";

const said = (check: typeof rowComponent, value: unknown) => wordsOf(check(value, []));
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
    expect(said(rowComponent, row(menu))).toBe("");
    expect(said(layoutComponent, { type: 17, components: [row(menu)] })).toBe("");
    expect(said(formComponent, { type: 18, label: "A", component: menu })).toBe("");
    expect(said(rowComponent, row({ ...menu, min_values: 26 }))).toMatch(/less than or equal to 25/);
    expect(said(rowComponent, row({ ...menu, max_values: 0 }))).toMatch(/greater than or equal to 1/);
  });

  it("include uploads of 0 to 10 files", () => {
    const upload = (fields: object) =>
      said(formComponent, { type: 18, label: "A", component: { type: 19, ...named, ...fields } });
    expect(upload({ min_values: 0, max_values: 10, required: false })).toBe("");
    expect(upload({ min_values: 10, max_values: 10 })).toBe("");
    expect(upload({ min_values: -1 })).toMatch(/min_values: .*greater than or equal to 0/);
    expect(upload({ min_values: 11 })).toMatch(/min_values: .*less than or equal to 10/);
    expect(upload({ max_values: 11 })).toMatch(/max_values: .*less than or equal to 10/);
  });

  it("restrict default values and channel types by menu type", () => {
    const wrong = { type: 5, ...named, default_values: [{ type: "role", id: "1" }] };
    const words = 'components.0.default_values.0: Value of field "type" must be one of (user).';
    expect(said(rowComponent, row(wrong))).toBe(words);
    expect(said(rowComponent, row({ type: 8, ...named, channel_types: [99] }))).toMatch(/channel_types/);
  });

  it("are different in forms and in messages", () => {
    expect(said(rowComponent, row({ type: 4, ...named, style: 1 }))).toMatch(/must be one of/);
    expect(said(formComponent, row({ type: 2, style: 1, ...named }))).toMatch(/must be one of/);
    expect(said(formComponent, { type: 17, components: [] })).toMatch(/must be one of/);
  });

  it("show a file by its attachment address only", () => {
    const file = (url: string) => said(layoutComponent, { type: 13, file: { url } });
    expect(file("attachment://map.png")).toBe("");
    expect(file("https://example.com/map.png")).toMatch(/^file\.url: Scheme "https" is not supported/);
  });
});
