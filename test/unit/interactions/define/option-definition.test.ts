import { expect, test } from "vitest";
import { registeredOption } from "../../../../src/interactions/define/option-values.ts";

const text = { type: 3, name: "text", description: "d" } as const;

test("registers an autocomplete function as true, at every depth", () => {
  const suggesting = { ...text, autocomplete: () => [] };
  const sub = { type: 1, name: "sub", description: "d", options: [suggesting] } as const;
  const group = { type: 2, name: "group", description: "d", options: [sub] } as const;
  expect(registeredOption(group)).toEqual({
    ...group,
    options: [{ ...sub, options: [{ ...text, autocomplete: true }] }],
  });
});

test("registers an option without autocomplete unchanged", () => {
  expect(registeredOption(text)).toBe(text);
  expect(registeredOption({ ...text, autocomplete: undefined })).toEqual(text);
  const sub = { type: 1, name: "sub", description: "d" } as const;
  expect(registeredOption(sub)).toBe(sub);
});
