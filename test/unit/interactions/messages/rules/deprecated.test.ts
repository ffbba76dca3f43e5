import { expect, test } from "vitest";
import { findDeprecated } from "../../../../../src/interactions/messages/rules/components.ts";

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
