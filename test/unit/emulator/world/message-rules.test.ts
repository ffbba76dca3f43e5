import { describe, expect, it } from "vitest";
import { Refusal } from "../../../../src/emulator/base/refusal.ts";
import { checkCallback, checkMessage } from "../../../../src/emulator/world/message-rules.ts";
import { problemsOf } from "../../../setup/description/problems-of.ts";

const isDescribed = (name: string, value: unknown) => problemsOf(name, value).length === 0;

/** The reason of a refusal, or nothing. */
function reasonOf(check: () => void): string {
  try {
    check();
    return "";
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

const letters = (count: number) => "😀".repeat(count);
const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);
const field = { name: "a", value: "b" };
const button = { type: 2, style: 1, label: "Go", custom_id: "go" };
const row = (...components: unknown[]) => ({ components: [{ type: 1, components }] });

const messages: readonly [body: object, reason: string][] = [
  [{}, ""],
  [{ content: null, embeds: null, components: null, attachments: null, flags: null }, ""],
  [{ content: "x".repeat(2000), flags: 64, tts: true }, ""],
  [{ content: "x".repeat(2001) }, "content: Must be 2000 or fewer in length."],
  [{ content: 7 }, "content: Could not interpret 7 as string."],
  [{ tts: "yes" }, "tts: Must be either true or false."],
  [{ flags: "64" }, 'flags: Value "64" is not int.'],
  [{ embeds: many(10, {}) }, ""],
  [{ embeds: many(11, {}) }, "embeds: Must be 10 or fewer in length."],
  [{ embeds: {} }, "embeds: Only iterables may be used in a ListType"],
  [{ embeds: ["x"] }, "embeds.0: Only dictionaries may be used in a ModelType"],
  [{ embeds: [{ fields: many(25, field) }] }, ""],
  [{ embeds: [{ fields: many(26, field) }] }, "embeds.0.fields: Must be 25 or fewer in length."],
  [{ embeds: [{ fields: [{ name: "a" }] }] }, "embeds.0.fields.0.value: This field is required"],
  [{ embeds: [{ title: "x".repeat(257) }] }, "embeds.0.title: Must be 256 or fewer in length."],
  [
    { embeds: [{ footer: { text: "x".repeat(2049) } }] },
    "embeds.0.footer.text: Must be 2048 or fewer in length.",
  ],
  [{ attachments: many(11, { id: "1" }) }, "attachments: Must be 10 or fewer in length."],
  [{ components: many(41, { type: 10, content: "x" }) }, "components: Must be 40 or fewer in length."],
  [row(button), ""],
  [
    row({ ...button, label: "x".repeat(81) }),
    "components.0.components.0.label: Must be 80 or fewer in length.",
  ],
  [row(...many(6, button)), "components.0.components: Must be between 1 and 5 in length."],
  [row(), "components.0.components: Must be between 1 and 5 in length."],
  [{ components: [{}] }, "components.0.type: This field is required"],
  [{ components: [{ type: 1 }] }, "components.0.components: This field is required"],
];

describe("a message", () => {
  it.each(messages)("%# of %j is refused with %j, and by the published description alike", (body, reason) => {
    expect(reasonOf(() => checkMessage(body))).toBe(reason);
    expect(isDescribed("IncomingWebhookInteractionRequest", body)).toBe(reason === "");
  });

  it("is measured in characters, not in halves of them", () => {
    expect(reasonOf(() => checkMessage({ content: letters(2000) }))).toBe("");
    expect(reasonOf(() => checkMessage({ content: letters(2001) }))).not.toBe("");
  });

  it.each([
    [row({ type: 2, style: 1, label: "Go" }), "components.0.components.0.custom_id: A custom id is required"],
    [row({ type: 2, style: 5, label: "Read", url: "https://example.com" }), ""],
    [row({ type: 2, style: 6, sku_id: "1" }), ""],
    [
      {
        components: [{ type: 9, components: [{ type: 10, content: "x" }], accessory: { type: 2, style: 1 } }],
      },
      "components.0.accessory.custom_id: A custom id is required",
    ],
  ])("%# has buttons that say what they are", (body, reason) => {
    expect(reasonOf(() => checkMessage(body))).toBe(reason);
  });
});

describe("an answer", () => {
  const form = (data: object) => ({ type: 9, data: { custom_id: "f", title: "Form", ...data } });
  const label = { type: 18, label: "Name", component: { type: 4, style: 1, custom_id: "name" } };

  it.each([
    [form({ components: [label] }), ""],
    [form({ components: [] }), "data.components: Must be between 1 and 40 in length."],
    [form({ components: [label], title: "x".repeat(46) }), "data.title: Must be between 1 and 45 in length."],
    [{ type: 9, data: undefined }, "data: Only dictionaries may be used in a ModelType"],
  ])("%# that is a form has a name, a title and something to fill in", (callback, reason) => {
    expect(reasonOf(() => checkCallback(callback))).toBe(reason);
    expect(isDescribed("ModalInteractionCallbackRequest", callback)).toBe(reason === "");
  });

  it("is looked at below its data", () => {
    const long = { content: "x".repeat(2001) };
    for (const type of [4, 5, 6, 7])
      expect(reasonOf(() => checkCallback({ type, data: long }))).toMatch(/^data\.content: /);
    const choices = many(26, { name: "a", value: "a" });
    expect(reasonOf(() => checkCallback({ type: 8, data: { choices } }))).toMatch(/^data\.choices: /);
    for (const type of [1, 5, 6, 12]) expect(reasonOf(() => checkCallback({ type }))).toBe("");
  });
});
