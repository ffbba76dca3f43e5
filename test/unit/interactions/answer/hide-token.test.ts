import { inspect } from "node:util";
import { expect, test } from "vitest";
import { hideToken } from "../../../../src/interactions/answer/interaction.ts";

test("keeps a token readable, but hides it in output, copies and JSON", () => {
  const payload = { id: "1", token: "token-of-it" };
  expect(hideToken(payload)).toBe(payload);
  expect(payload.token).toBe("token-of-it");
  const shown = inspect(payload, { showHidden: true }) + JSON.stringify(payload) + inspect({ ...payload });
  expect(shown).not.toContain("token-of-it");
  expect(inspect(payload)).toContain("id: '1'");
  expect(inspect(payload)).toContain("token: [hidden]");
});

test("hides a token only once", () => {
  const payload = hideToken({ token: "token-of-it" });
  const before = Object.getOwnPropertyDescriptor(payload, "token");
  expect(hideToken(payload)).toBe(payload);
  expect(Object.getOwnPropertyDescriptor(payload, "token")).toEqual(before);
});
