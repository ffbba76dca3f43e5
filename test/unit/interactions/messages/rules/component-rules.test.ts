import { describe, expect, it } from "vitest";
import {
  checkComponents,
  checkMenu,
  isMenu,
} from "../../../../../src/interactions/messages/rules/component-rules.ts";
import { messageOf } from "../../../../setup/emulator/reason-of.ts";

const messagesFor = (...components: object[]) =>
  messageOf(checkComponents(components, ["components"], ["map.png"]));
const row = (...components: object[]) => ({ type: 1, components });
const button = (fields: object) => row({ type: 2, ...fields });
const menu = { type: 5, custom_id: "menu" };
const first = "components.0.components.0";
const expected = (content: string) => ({ type: 10, content });
const both = `${first}: A custom id and url cannot both be specified`;

describe("rules for components", () => {
  it.each([
    [button({ style: 1, custom_id: "a" }), ""],
    [button({ style: 1, label: "Go" }), `${first}.custom_id: A custom id is required`],
    [button({ style: 1, custom_id: "a", url: "https://example.com" }), both],
    [
      button({ style: 1, custom_id: "a", sku_id: "1" }),
      `${first}.sku_id: Only a premium button can have a sku_id.`,
    ],
    [button({ style: 5, url: "https://example.com" }), ""],
    [button({ style: 5 }), `${first}.url: This field is required`],
    [button({ style: 5, url: "https://example.com", custom_id: "a" }), both],
    [button({ style: 6, sku_id: "1" }), ""],
    [
      button({ style: 6, label: "Buy" }),
      /sku_id: This field is required; .*label: A premium button has no label/,
    ],
    [
      { type: 9, components: [expected("x")], accessory: { type: 2, style: 1 } },
      "components.0.accessory.custom_id: A custom id is required",
    ],
    [row(menu), ""],
    [
      row({ type: 2, style: 1, custom_id: "a" }, menu, { ...menu, custom_id: "b" }),
      /components\.1: The specified component exceeds .*components\.2: The specified/,
    ],
    [{ type: 13, file: { url: "attachment://map.png" } }, ""],
    [
      { type: 13, file: { url: "attachment://other.png" } },
      /^components\.0\.file: The referenced attachment/,
    ],
    [
      { type: 12, items: [{ media: { url: "attachment://other.png" } }] },
      /^components\.0\.items\.0\.media: /,
    ],
    [{ type: 12, items: [{ media: { url: "https://example.com" } }] }, ""],
  ])("return the expected reason for %j: %j (%#)", (component, reason) => {
    if (typeof reason === "string") expect(messagesFor(component)).toBe(reason);
    else expect(messagesFor(component)).toMatch(reason);
  });

  it("require unique custom ids and numeric ids", () => {
    expect(messagesFor(row(menu), row(menu))).toBe(
      "components.1.components.0.custom_id: Component custom id cannot be duplicated",
    );
    expect(messagesFor({ ...expected("a"), id: 1 }, { ...expected("b"), id: 1 })).toBe(
      "components.1.id: Component id cannot be duplicated",
    );
    expect(messagesFor({ ...expected("a"), id: 0 }, { ...expected("b"), id: 0 })).toBe("");
  });

  it("limit the component count and the text length", () => {
    const texts = Array.from({ length: 40 }, () => expected("x"));
    expect(messagesFor(...texts)).toBe("");
    expect(messagesFor({ type: 17, components: texts })).toBe(
      "components: The maximum number of components is 40",
    );
    expect(messagesFor(expected("😀".repeat(4000)))).toBe("");
    expect(messagesFor(expected("😀".repeat(4000)), expected("x"))).toMatch(/exceeds maximum size of 4000/);
  });
});

describe("menus", () => {
  const options = (count: number, fields = {}) =>
    Array.from({ length: count }, (_, index) => ({ label: "A", value: String(index), ...fields }));
  const users = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ type: "user", id: String(index) }));

  describe("a menu", () => {
    it.each([3, 5, 6, 7, 8])("can have type %i", (type) => expect(isMenu({ type })).toBe(true));

    it.each([
      [{ type: 3, options: options(1) }, ""],
      [{ type: 3, options: options(2), max_values: 3 }, "options: Must be 3 or more in length."],
      [
        { type: 3, options: options(2), min_values: 2 },
        "min_values: min_values value should be less than or equal to 1.",
      ],
      [
        { type: 3, options: options(2, { value: "a" }) },
        "options.1.value: The specified option value is already used",
      ],
      [
        { type: 3, options: options(2, { default: true }) },
        /^options: .*exceeds the specified maximum values$/,
      ],
      [{ type: 3, options: options(2, { default: true }), max_values: 2 }, ""],
      [{ type: 5, default_values: users(1) }, ""],
      [{ type: 5, default_values: [] }, ""],
      [{ type: 5, default_values: null, min_values: null }, ""],
      [{ type: 5, default_values: users(2) }, "default_values: Must be between 1 and 1 in length."],
      [{ type: 5, default_values: users(1), min_values: 2, max_values: 3 }, /between 2 and 3/],
    ])("returns the expected reason for %j: %j (%#)", (given, reason) => {
      if (typeof reason === "string") expect(messageOf(checkMenu(given, []))).toBe(reason);
      else expect(messageOf(checkMenu(given, []))).toMatch(reason);
    });
  });
});
