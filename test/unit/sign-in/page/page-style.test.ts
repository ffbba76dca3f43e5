import { expect, it } from "vitest";
import { luminance, pageStyle } from "../../../../src/sign-in/page/page.ts";

it("follows the system's color scheme without a background", () => {
  expect(pageStyle()).toContain("@media(prefers-color-scheme:dark)");
  expect(pageStyle({ accent: "#123456" })).toContain(":root{--mark:#123456}");
});

it.each([
  ["#000", "#fff", "dark"],
  ["#FFFFFF", "#000", "light"],
  ["#4b57d6", "#fff", "dark"],
  ["#ff0", "#000", "light"],
  ["#757575", "#fff", "dark"],
  ["#767676", "#000", "light"],
])("uses on %s the text color %s", (background, ink, scheme) => {
  const style = pageStyle({ background, accent: "#123" });
  expect(style).toContain(`--ink:${ink};`);
  expect(style).toContain(`color-scheme:${scheme};`);
  expect(style).not.toContain("prefers-color-scheme");
});

/** Contrast ratio of two colors (WCAG 2.2 §1.4.3). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it("has a distinct color for each outcome, with enough contrast in light and dark (WCAG 2.2 §1.4.11)", () => {
  const [light = "", dark = ""] = [...pageStyle().matchAll(/--back:[^}]*/g)].map(([colors]) => colors);
  for (const colors of [light, dark]) {
    const of = (name: string) => new RegExp(`--${name}:(#\\w+)`).exec(colors)?.[1] ?? expect.unreachable();
    const marks = ["mark", "declined", "failed", "stale"].map(of);
    expect(new Set(marks).size).toBe(4);
    for (const mark of marks) expect(contrast(mark, of("card"))).toBeGreaterThanOrEqual(4.5);
    for (const ink of ["ink", "soft"]) expect(contrast(of(ink), of("card"))).toBeGreaterThanOrEqual(4.5);
  }
});

it("uses the text color for outcomes on a custom background, and fills the success mark", () => {
  const style = pageStyle({ background: "#c5322d", accent: "#f5d76e" });
  for (const mark of ["neutral", "declined", "failed", "stale"]) expect(style).toContain(`--${mark}:#fff`);
  expect(style).toContain(".signed-in circle{fill-opacity:1}");
  expect(style).toContain("--mark:#f5d76e");
  expect(pageStyle()).not.toContain("fill-opacity:1}.signed-in");
});
