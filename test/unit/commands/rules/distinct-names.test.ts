import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules("localized-name-distinct");

const option = (name: string, name_localizations?: unknown, more: object = {}) => ({
  type: 3,
  name,
  description: "d",
  name_localizations,
  ...more,
});
const placesIn = (...options: readonly unknown[]) =>
  placesOf(validateCommand({ name: "ping", description: "Pong", options }, { scope: "global" }));

test("reports the later of two equal localized names once", () => {
  expect(placesIn(option("a", { de: "x", fr: "x" }), option("b", { de: "x" }))).toEqual([
    'localized-name-distinct at options[1].name_localizations["de"]',
  ]);
});

test("ignores localizations equal to their own default and names in other languages", () => {
  expect(placesIn(option("a", { de: "a" }), option("b", { fr: "x" }), option("c", { de: "x" }))).toEqual([]);
});

test("ignores entries that are not options and names that are not strings", () => {
  const places = placesIn("none", option("a", { de: 5 }), option(5 as never, { de: "x" }));
  expect(places.filter((place) => place.startsWith("localized-name"))).toEqual([]);
});
