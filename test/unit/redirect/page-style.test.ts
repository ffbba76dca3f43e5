import { expect, it } from "vitest";
import { pageStyle } from "../../../src/redirect/page-style.ts";

it("Without colours the page follows the player's system", () => {
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
])("On %s the text is %s", (background, ink, scheme) => {
  const style = pageStyle({ background, accent: "#123" });
  expect(style).toContain(`--ink:${ink};`);
  expect(style).toContain(`color-scheme:${scheme};`);
  expect(style).not.toContain("prefers-color-scheme");
});
