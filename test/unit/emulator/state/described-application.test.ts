import { expect, test } from "vitest";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import {
  describeApplication,
  describeOwnApplication,
} from "../../../../src/emulator/state/described-application.ts";

const owner = { id: "7", username: "ada", name: "Ada", locale: "en-US", adult: true } as const;

test("sets a flag for Activities", () => {
  const flagsOf = (activities: boolean) =>
    describeApplication(new EmulatorApplication({ publicClient: false, activities })).flags;
  expect([flagsOf(true), flagsOf(false)]).toEqual([131_072, 0]);
});

test("sets a flag for public applications", () => {
  expect(describeApplication(new EmulatorApplication({ publicClient: true }))).toMatchObject({
    flags: 256,
    flags_new: "256",
  });
  const confidential = new EmulatorApplication({ publicClient: false });
  expect(describeOwnApplication(confidential, owner)).toMatchObject({ flags: 0, approximate_guild_count: 0 });
});
