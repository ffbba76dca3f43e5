import { expect, test } from "vitest";
import { drawAvatar } from "../../../../src/emulator/base/avatar.ts";

test("contains the escaped first letter of the name and no external resources", () => {
  const drawn = drawAvatar({ id: "7", name: " ada" }, "player");
  expect(drawn).toContain(">A</text>");
  expect(drawn).toContain('aria-hidden="true"');
  expect(drawn).not.toMatch(/https?:|href|url\(|style=/);
  expect(drawAvatar({ id: "7", name: "<b>" }, "player")).toContain(">&lt;</text>");
  expect(drawAvatar({ id: "7", name: "👩‍🚀 Mae" }, "player")).toContain(">👩‍🚀</text>");
  expect(drawAvatar({ id: "7", name: " " }, "player")).toContain(">?</text>");
});

test("is round for players but not for applications", () => {
  expect(drawAvatar({ id: "7", name: "A" }, "player")).toContain('rx="20"');
  expect(drawAvatar({ id: "7", name: "A" }, "application")).toContain('rx="10"');
});

test("derives the color from the id, with distinct hues for consecutive ids", () => {
  const hueOf = (id: string) => Number(/hsl\((\d+)/.exec(drawAvatar({ id, name: "A" }, "player"))?.[1]);
  expect(hueOf("1400000000000000001")).toBe(hueOf("1400000000000000001"));
  const hues = ["1", "2", "3"].map((last) => hueOf(`140000000000000000${last}`)).toSorted((a, b) => a - b);
  const [one = 0, two = 0, three = 0] = hues;
  for (const apart of [two - one, three - two, one + 360 - three]) expect(apart).toBeGreaterThan(60);
});

test("has a readable letter on every color (WCAG 2.2 §1.4.3)", () => {
  // White on hsl(h 55% 30%); the lightest of these colors has h = 60.
  const [strong, weak] = [0.3 * 1.55, 0.3 * 0.45].map((part) => ((part + 0.055) / 1.055) ** 2.4);
  const luminance = (0.2126 + 0.7152) * (strong ?? 1) + 0.0722 * (weak ?? 1);
  expect(1.05 / (luminance + 0.05)).toBeGreaterThan(4.5);
  expect(drawAvatar({ id: "7", name: "A" }, "player")).toMatch(/fill="hsl\(\d+ 55% 30%\)"/);
});
