import { Locale } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { locales } from "../../../src/wire/locale.ts";

test("the languages are those of discord-api-types, each once", () => {
  expect(locales.toSorted()).toEqual(Object.values(Locale).toSorted());
  expect(locales).toHaveLength(32);
});
