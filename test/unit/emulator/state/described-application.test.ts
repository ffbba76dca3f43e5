import { ApplicationResponseSchema, PrivateApplicationResponseSchema } from "discord-api-spec/zod";
import { expect, test } from "vitest";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import {
  describeApplication,
  describeOwnApplication,
} from "../../../../src/emulator/state/described-application.ts";

const owner = { id: "7", username: "ada", name: "Ada", locale: "en-US", adult: true } as const;

test("includes every field that the API description requires", () => {
  const application = new EmulatorApplication({ name: "Reef", guilds: ["11", "12"], integrationTypes: [1] });
  expect(ApplicationResponseSchema.parse(describeApplication(application))).toMatchObject({
    name: "Reef",
    integration_types_config: { "1": {} },
    bot: { id: application.id, bot: true },
  });
  expect(PrivateApplicationResponseSchema.parse(describeOwnApplication(application, owner))).toMatchObject({
    approximate_guild_count: 2,
    owner: { id: "7" },
    redirect_uris: application.redirectUris,
  });
});

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
