import { Locale } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { locales } from "../../../src/wire/locale.ts";

test("matches the languages of discord-api-types without duplicates", () => {
  expect(locales.toSorted()).toEqual(Object.values(Locale).toSorted());
  expect(locales).toHaveLength(32);
});
