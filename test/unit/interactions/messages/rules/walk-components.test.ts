import { expect, it } from "vitest";
import { listPlaced } from "../../../../../src/interactions/messages/rules/components.ts";

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
