import { expect, test } from "vitest";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import {
  describeOwnApplication,
  describeChannel,
  describeMember,
  describeRole,
  permissionsIn,
} from "../../../../src/emulator/state/descriptions.ts";
import { buildChannel } from "../../../../src/emulator/state/channels.ts";
import { Guild } from "../../../../src/emulator/state/guild.ts";
import { everyPermission } from "../../../../src/emulator/state/permission-book.ts";
import { Players } from "../../../../src/emulator/state/players.ts";

const owner = { id: "7", username: "ada", name: "Ada", locale: "en-US", adult: true } as const;

test("sets a flag if Activities are enabled", () => {
  const describe = (init: object) => describeOwnApplication(new EmulatorApplication(init), owner);
  const counts = { approximate_guild_count: 0 };
  expect(describe({ publicClient: false })).toMatchObject({ flags: 0, ...counts });
  expect(describe({ publicClient: true })).toMatchObject({ flags: 256, flags_new: "256" });
  expect(describe({ publicClient: false, activities: true })).toMatchObject({ flags: 131_072 });
});

const players = new Players(["Ada"], Date.now);
const guild = new Guild(
  { id: "7", name: "Reef", permissions: "5", roles: [{ id: "8", name: "Divers" }] },
  players,
);
const member = guild.member(players.first) ?? expect.unreachable();

test("describes a member and a role as the service does", () => {
  expect(describeMember(guild, member)).toMatchObject({
    nick: null,
    roles: [],
    permissions: "5",
    flags: 0,
  });
  expect(guild.roles.map(describeRole)).toMatchObject([
    { id: "7", name: "@everyone", position: 0, permissions: "5" },
    { id: "8", name: "Divers", position: 1, permissions: "0", mentionable: false },
  ]);
});

test("describes a role's colors, including the single color for older clients", () => {
  expect(guild.roles.map(describeRole)[0]).toMatchObject({
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  });
});

test("includes the name and permissions only for guild channels", () => {
  const channel = buildChannel({ id: "9", name: "general", guildId: "7" }, 0);
  expect(describeChannel(channel, "5")).toEqual({
    id: "9",
    type: 0,
    name: "general",
    guild_id: "7",
    permissions: "5",
  });
  expect(describeChannel(buildChannel({ id: "9", type: 1 }, 0), "5")).toEqual({ id: "9", type: 1 });
});

test("grants all permissions outside guilds", () => {
  expect(permissionsIn({ guild, member })).toBe("5");
  expect(permissionsIn({ guild: undefined, member: undefined })).toBe(everyPermission);
});
