import { expect, test } from "vitest";
import { fillComponents } from "../../../../src/emulator/interactions/components.ts";
import { describeResult } from "../../../../src/emulator/play/view.ts";

const message = {
  id: "5",
  channel_id: "6",
  author: { id: "7", username: "game" },
  content: "",
  timestamp: "2026-01-01T00:00:00Z",
};
const button = { type: 2, style: 1, custom_id: "a", label: "A" };

/** What is shown of a message with these components. */
function shown(...components: object[]) {
  const [first] = describeResult({ messages: [{ ...message, components }] }).messages;
  return {
    texts: first?.texts,
    controls: first?.controls.map(({ kind, customId }) => `${kind} ${customId}`),
  };
}

test("texts and controls are found in rows, sections and containers", () => {
  const section = { type: 9, components: [{ type: 10, content: "Blue" }], accessory: button };
  const menu = { type: 3, custom_id: "b", options: [{ label: "One", value: "1" }] };
  const container = { type: 17, components: [section, { type: 1, components: [menu] }] };
  expect(shown(container)).toEqual({ texts: ["Blue"], controls: ["button a", "menu b"] });
});

test.each([
  ["a button that is off", { ...button, disabled: true }],
  ["a link", { type: 2, style: 5, label: "More", url: "https://game.example/" }],
  ["a menu of users", { type: 5, custom_id: "who" }],
  ["something unknown", { type: 99 }],
  ["nonsense", "x"],
])("%s is not offered", (_, component) => {
  expect(shown({ type: 1, components: [component] })).toEqual({ texts: [], controls: [] });
});

test("a waiting player is told so until the first message", () => {
  const response = { type: 5 } as const;
  expect(describeResult({ response, messages: [] }).notes).toHaveLength(1);
  expect(describeResult({ response, messages: [message] }).notes).toEqual([]);
});

test("a form keeps its shape; texts that are left alone stay, menus that are come back empty", () => {
  const form = [
    { type: 10, content: "Please" },
    { type: 1, components: [{ type: 4, custom_id: "name", label: "Name", value: "Ada" }] },
    { type: 18, label: "Why", component: { type: 4, custom_id: "why" } },
    { type: 18, label: "Size", component: { type: 3, custom_id: "size", options: [] } },
  ];
  expect(fillComponents(form, { why: "Fun" })).toEqual([
    { type: 10 },
    { type: 1, components: [{ type: 4, custom_id: "name", value: "Ada" }] },
    { type: 18, component: { type: 4, custom_id: "why", value: "Fun" } },
    { type: 18, component: { type: 3, custom_id: "size", values: [] } },
  ]);
  const { form: described } = describeResult({
    response: { type: 9, data: { custom_id: "f", title: "Title", components: form } },
    messages: [],
  });
  expect(described?.controls.map(({ label }) => label)).toEqual(["Name", "Why", "Size"]);
});
