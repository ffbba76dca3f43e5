import { expect, test } from "vitest";
import { readModalFields } from "../../../../src/interactions/answer/interaction.ts";

test("finds fields in rows and labels", () => {
  const components = [
    { type: 1, components: [{ type: 4, custom_id: "why", value: "because" }] },
    { type: 18, component: { type: 3, custom_id: "maps", values: ["a", "b"] } },
    { type: 18, component: { type: 23, custom_id: "sure", value: true } },
    { type: 18, component: { type: 21, custom_id: "none" } },
    { type: 10, content: "a text of the form's own" },
  ];
  expect(readModalFields(components)).toEqual({ why: "because", maps: ["a", "b"], sure: true, none: null });
});

test("reads a field named __proto__", () => {
  const fields = readModalFields([{ type: 4, custom_id: "__proto__", value: "x" }]);
  expect(Object.entries(fields)).toEqual([["__proto__", "x"]]);
});

test.each([{ value: 5 }, { value: {} }, { values: [5] }])("ignores a field with %j", (more) => {
  expect(readModalFields([{ type: 4, custom_id: "why", ...more }])).toEqual({});
});

test("rejects components that are no list, invalid or nested too deeply", () => {
  const deep = [{ components: [{ components: [{ components: [] }] }] }];
  for (const components of [undefined, {}, [null], ["x"], [{ components: 5 }], deep]) {
    expect(() => readModalFields(components)).toThrow(expect.objectContaining({ code: "malformed_payload" }));
  }
});
