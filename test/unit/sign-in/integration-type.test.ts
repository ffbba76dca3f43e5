import { expect, it } from "vitest";
import { IntegrationType, isIntegrationType } from "../../../src/sign-in/arguments.ts";

it.each([
  [0, true],
  [1, true],
  [2, false],
  ["0", false],
  [undefined, false],
])("decides whether %j is an installation type: %j", (value, is) => {
  expect(isIntegrationType(value)).toBe(is);
});

it("has the values of the service", () => {
  expect(IntegrationType).toEqual({ GuildInstall: 0, UserInstall: 1 });
});
