import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pictures, picturesSection } from "../../../scripts/play-screens/pictures.js";

const page = readFileSync("docs/emulator-page.md", "utf8");

it("the page shows every state of the emulator's page, as it is described", () => {
  const [, shown] = page.split("## Pictures\n\n");
  expect(shown?.trim()).toBe(picturesSection());
});

it("every picture is there, and each state at one width at least", () => {
  expect(pictures.length).toBeGreaterThan(15);
  const missing = pictures.filter(({ name }) => !existsSync(`docs/images/emulator-page/${name}.webp`));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
