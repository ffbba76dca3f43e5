import { describe, expect, it } from "vitest";
import { checkCallback } from "../../../../src/emulator/state/callbacks.ts";
import { problemsOf } from "../../../setup/description/problems-of.ts";
import { reasonOf } from "../../../setup/emulator/reason-of.ts";

const command = { type: 2 };
const component = { type: 3, message: {} };
const typing = { type: 4 };
const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);
const check = (callback: unknown, interaction: { type: number; message?: object } = command) =>
  reasonOf(() => checkCallback(callback, interaction));

describe("a form", () => {
  const form = (data: object) => ({ type: 9, data: { custom_id: "f", title: "Form", ...data } });
  const label = { type: 18, label: "Name", component: { type: 4, style: 1, custom_id: "name" } };

  it.each([
    [form({ components: [label] }), ""],
    [form({ components: [] }), "data.components: Must be between 1 and 40 in length."],
    [form({ components: [label], title: "x".repeat(46) }), "data.title: Must be between 1 and 45 in length."],
    [{ type: 9, data: undefined }, "data: Only dictionaries may be used in a ModelType"],
  ])("requires a name, a title and components (case %#)", (callback, reason) => {
    expect(check(callback)).toBe(reason);
    expect(problemsOf("ModalInteractionCallbackRequest", callback).length === 0).toBe(reason === "");
  });

  it("has to follow rules documented only in prose", () => {
    expect(check(form({ components: [label, label] }))).toMatch(/cannot be duplicated/);
  });
});

describe("a callback", () => {
  it("is validated together with its data", () => {
    const long = { content: "x".repeat(2001) };
    for (const type of [4, 5, 6, 7])
      expect(check({ type, data: long }, component)).toMatch(/^data\.content: /);
    const choices = many(26, { name: "a", value: "a" });
    expect(check({ type: 8, data: { choices } }, typing)).toMatch(/^data\.choices: /);
    for (const type of [5, 6, 12]) expect(check({ type }, component)).toBe("");
    expect(check({ type: 7, data: { content: "x", tts: "yes" } }, component)).toBe("");
  });

  it.each([
    [{ type: 1 }, [1]],
    [{ type: 2 }, [4, 5, 9, 10, 12]],
    [{ type: 3, message: {} }, [4, 5, 6, 7, 9, 10, 12]],
    [{ type: 4 }, [8]],
    [{ type: 5 }, [4, 5, 10, 12]],
    [{ type: 5, message: {} }, [4, 5, 6, 7, 10, 12]],
  ])("in response to %j is limited to the types %j", (interaction, types) => {
    for (const type of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, undefined, "4"])
      expect([type, check({ type }, interaction).startsWith("type: ")]).toEqual([
        type,
        !types.some((one) => one === type),
      ]);
  });
});

describe("suggestions", () => {
  const suggest = (...values: unknown[]) =>
    check({ type: 8, data: { choices: values.map((value) => value && { name: "a", value }) } }, typing);

  it("are all strings or all numbers", () => {
    expect(suggest("a", "b", null)).toBe("");
    expect(suggest(1, 2.5)).toBe("");
    expect(suggest("a", 1)).toBe("data.choices.1.value: Must be a string, like the others.");
    expect(suggest(true)).toBe("data.choices.0.value: Could not interpret true as string.");
    expect(suggest(1e21)).toMatch(/less than or equal to/);
    expect(check({ type: 8, data: { choices: null } }, typing)).toBe("");
    expect(check({ type: 8 }, typing)).toMatch(/^data: /);
  });
});
