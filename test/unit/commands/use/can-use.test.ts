import { describe, expect, test } from "vitest";
import { canUse } from "../../../../src/commands/use/can-use.ts";
import {
  type CommandUse,
  type RestrictedCommand,
  findApplying,
  readUse,
} from "../../../../src/commands/use/read-use.ts";
import type { PermissionOverwrite } from "../../../../src/wire/command.ts";
import { Permission } from "../../../../src/wire/permission.ts";

const guild = "1000";
const everyone = guild;
const allChannels = "999";
const command: RestrictedCommand = { id: "20", application_id: "30" };
const user = { id: "1" };

const role = (id: string, permission: boolean): PermissionOverwrite => ({ id, type: 1, permission });
const ofUser = (id: string, permission: boolean): PermissionOverwrite => ({ id, type: 2, permission });
const channel = (id: string, permission: boolean): PermissionOverwrite => ({ id, type: 3, permission });

interface Situation {
  readonly command?: RestrictedCommand;
  readonly ofCommand?: readonly PermissionOverwrite[];
  readonly ofApplication?: readonly PermissionOverwrite[];
  readonly bits?: bigint;
  readonly roles?: readonly string[];
  readonly channel?: CommandUse["channel"];
}

function ask({
  ofCommand = [],
  ofApplication = [],
  bits = Permission.UseApplicationCommands,
  ...more
}: Situation) {
  const permissions = [
    { id: "20", application_id: "30", guild_id: guild, permissions: ofCommand },
    { id: "30", application_id: "30", guild_id: guild, permissions: ofApplication },
  ];
  const verdict = canUse(
    { ...command, ...more.command },
    {
      guild_id: guild,
      member: { user, roles: more.roles ?? ["7", "8"], permissions: bits.toString() },
      channel: more.channel ?? { id: "500", type: 0 },
      permissions,
    },
  );
  return `${verdict.allowed ? "yes" : "no"}: ${verdict.rule}: ${verdict.reason}`;
}

const unrestricted = "yes: unrestricted: The command has no restrictions here.";

describe("contexts and guilds", () => {
  test("allows an unrestricted command in a guild", () => {
    expect(ask({})).toBe(unrestricted);
  });

  test.each([
    [{ contexts: [1] }, "no: context: The command's contexts do not include GUILD."],
    [{ contexts: [0] }, unrestricted],
    [{ guild_id: "1001" }, "no: guild: The command is registered in another guild."],
    [{ guild_id: guild }, unrestricted],
    [{ nsfw: true }, "no: age-restricted: The command is age-restricted, but the channel is not."],
  ] as const)("returns the verdict for a command with %j", (restrictions, verdict) => {
    expect(ask({ command: restrictions })).toBe(verdict);
  });

  test("applies contexts and the age restriction even to administrators", () => {
    expect(ask({ command: { nsfw: true }, bits: Permission.Administrator })).toContain("no: age-restricted");
    expect(ask({ command: { nsfw: true }, channel: { id: "500", nsfw: true } })).toBe(unrestricted);
  });

  test.each([
    [{}, {}, true],
    [{}, { context: 2 }, false],
    [{ contexts: null }, { context: 1 }, true],
    [{ contexts: [2] }, { context: 2 }, true],
    [{ dm_permission: false }, {}, false],
    [{ dm_permission: false, contexts: [1] }, {}, true],
    [{ guild_id: guild }, {}, false],
    [{ nsfw: true, default_member_permissions: "0" }, {}, true],
  ] as const)("returns the verdict outside guilds for %j and %j", (restrictions, use, allowed) => {
    expect(canUse({ ...command, ...restrictions }, use).allowed).toBe(allowed);
  });
});

describe("required permissions", () => {
  test("requires USE_APPLICATION_COMMANDS even if an overwrite allows the command", () => {
    expect(ask({ bits: 0n, ofCommand: [ofUser("1", true)] })).toBe(
      "no: member-permissions: The member lacks USE_APPLICATION_COMMANDS in the channel.",
    );
  });

  test("requires permission to send messages in the channel or thread for a user command", () => {
    const bits = Permission.UseApplicationCommands | Permission.SendMessages;
    expect(ask({ command: { type: 2 } })).toContain("no: member-permissions: The member lacks SEND_MESSAGES");
    expect(ask({ command: { type: 2 }, bits })).toBe(unrestricted);
    const thread = { id: "501", type: 11, parent_id: "500" } as const;
    expect(ask({ command: { type: 2 }, bits, channel: thread })).toContain("SEND_MESSAGES_IN_THREADS");
  });
});

describe("channels", () => {
  test.each<[string, Situation, string]>([
    ["no overwrite", {}, unrestricted],
    [
      "a channel that the command's overwrite denies",
      { ofCommand: [channel("500", false)] },
      "no: command-overwrite: The command's overwrite for channel 500 denies access.",
    ],
    [
      "an application's overwrite that denies all channels",
      { ofApplication: [channel(allChannels, false)] },
      "no: application-overwrite: The application's overwrite for all channels denies access.",
    ],
    [
      "an overwrite for one channel, which takes precedence over one for all channels",
      { ofCommand: [channel(allChannels, false), channel("500", true)] },
      unrestricted,
    ],
    [
      "a command's overwrite, which takes precedence over the application's",
      { ofCommand: [channel("500", true)], ofApplication: [channel(allChannels, false)] },
      unrestricted,
    ],
    [
      "a command's overwrite for all channels, which takes precedence over the application's for one",
      { ofCommand: [channel(allChannels, false)], ofApplication: [channel("500", true)] },
      "no: command-overwrite: The command's overwrite for all channels denies access.",
    ],
    ["an overwrite for another channel", { ofCommand: [channel("501", false)] }, unrestricted],
  ])("returns the verdict for %s", (_, situation, verdict) => {
    expect(ask(situation)).toBe(verdict);
  });

  test("applies a channel's overwrites to its threads", () => {
    const thread = { id: "501", type: 11, parent_id: "500" } as const;
    expect(ask({ channel: thread, ofCommand: [channel("500", false)] })).toContain("channel 500");
  });

  test("does not apply a category's overwrites to its channels", () => {
    expect(
      ask({ channel: { id: "500", type: 0, parent_id: "400" }, ofCommand: [channel("400", false)] }),
    ).toBe(unrestricted);
  });
});

describe("members", () => {
  test.each<[string, Situation, string]>([
    [
      "a user's overwrite, which takes precedence over roles",
      { ofCommand: [ofUser("1", false), role("7", true)] },
      "no: command-overwrite: The command's overwrite for user 1 denies access.",
    ],
    [
      "an allowing role, which takes precedence over a denying one",
      { ofCommand: [role("7", false), role("8", true)] },
      "yes: command-overwrite: The command's overwrite for role 8 allows access.",
    ],
    [
      "a role, which takes precedence over everyone",
      { ofCommand: [role(everyone, false), role("7", true)] },
      "yes: command-overwrite: The command's overwrite for role 7 allows access.",
    ],
    [
      "an overwrite that denies everyone",
      { ofCommand: [role(everyone, false), role("9", true)] },
      "no: command-overwrite: The command's overwrite for everyone denies access.",
    ],
    [
      "a command's overwrite, which takes precedence over the application's and the default permissions",
      {
        command: { default_member_permissions: "0" },
        ofCommand: [role("7", true)],
        ofApplication: [ofUser("1", false)],
      },
      "yes: command-overwrite: The command's overwrite for role 7 allows access.",
    ],
    [
      "the application's overwrite if the command has none for the member",
      { ofCommand: [role("9", true)], ofApplication: [role(everyone, false)] },
      "no: application-overwrite: The application's overwrite for everyone denies access.",
    ],
    [
      "the application's overwrite if there are no default permissions",
      { ofApplication: [role("7", true), role(everyone, false)] },
      "yes: application-overwrite: The application's overwrite for role 7 allows access.",
    ],
    [
      "the application's overwrite, limited by the default permissions",
      { command: { default_member_permissions: "4" }, ofApplication: [role("7", true)] },
      "no: default-member-permissions: The member lacks BAN_MEMBERS, which the command's default_member_permissions require.",
    ],
    [
      "an administrator, who can use every command",
      { bits: Permission.Administrator, ofCommand: [ofUser("1", false), channel("500", false)] },
      "yes: administrator: The member is an administrator.",
    ],
  ])("returns the verdict for %s", (_, situation, verdict) => {
    expect(ask(situation)).toBe(verdict);
  });
});

describe("default permissions", () => {
  test.each<[RestrictedCommand, bigint, string]>([
    [{ default_member_permissions: null }, 0n, unrestricted],
    [
      { default_member_permissions: "0" },
      0n,
      "no: default-member-permissions: By default, only administrators can use the command.",
    ],
    [
      { default_permission: false },
      0n,
      "no: default-member-permissions: By default, only administrators can use the command.",
    ],
    [{ default_permission: false, default_member_permissions: null }, 0n, "no: default-member-permissions"],
    [
      { default_member_permissions: "6" },
      6n,
      "yes: default-member-permissions: The member has the command's default_member_permissions.",
    ],
    [
      { default_member_permissions: "6" },
      2n,
      "no: default-member-permissions: The member lacks BAN_MEMBERS, which the command's default_member_permissions require.",
    ],
  ])("returns the verdict for %j and the permissions %s", (restrictions, bits, verdict) => {
    expect(ask({ command: restrictions, bits: bits | Permission.UseApplicationCommands })).toContain(verdict);
  });
});

test("returns the overwrite that determined the result", () => {
  const decided = canUse(command, {
    guild_id: guild,
    member: { user, roles: [], permissions: Permission.UseApplicationCommands.toString() },
    channel: { id: "500" },
    permissions: [{ id: "20", application_id: "30", guild_id: guild, permissions: [ofUser("1", false)] }],
  });
  expect(decided.overwrite).toEqual(ofUser("1", false));
});

describe("findApplying", () => {
  test.each(["5", "6"])(
    "outside guilds, ignores the overwrites of the command or application with id %s",
    (id) => {
      const given = { id: "5", application_id: "6" };
      const overwrites = [
        { id: "1", type: 2, permission: false },
        { id: "500", type: 3, permission: false },
      ] as const;
      const permissions = [{ id, application_id: "6", guild_id: "1000", permissions: overwrites }];
      expect(readUse(given, { permissions }).location).toBeUndefined();
      expect(canUse(given, { permissions })).toMatchObject({ allowed: true, rule: "unrestricted" });
    },
  );

  test("matches an overwrite by its id and type", () => {
    const whereabouts = { guildId: "1000", allChannels: "999", channelId: "500", userId: "1", roles: ["7"] };
    const overwrites = [
      { id: "500", type: 1, permission: true },
      { id: "7", type: 2, permission: true },
      { id: "1", type: 3, permission: true },
      { id: "1000", type: 3, permission: true },
      { id: "999", type: 1, permission: true },
    ] as const;
    expect(findApplying(overwrites, whereabouts)).toEqual({ channel: undefined, member: undefined });
  });
});

describe("readUse", () => {
  const member = { roles: [], permissions: "0" };
  const use = { guild_id: "1000", member, channel: { id: "500" } };

  test.each<[unknown, unknown, string]>([
    [undefined, use, "command is missing, but must be an object."],
    [{}, null, "use is null, but must be an object."],
    [{}, { guild_id: 1000 }, "use.guild_id is a JavaScript number, which loses precision above 2^53."],
    [
      {},
      { context: 3 },
      "use.context is a number, but must be 0 (GUILD), 1 (BOT_DM) or 2 (PRIVATE_CHANNEL).",
    ],
    [{}, { ...use, member: undefined }, "use.member is missing, but must be an object."],
    [{}, { ...use, channel: [] }, "use.channel is a list, but must be an object."],
    [{}, { ...use, channel: {} }, "use.channel.id is missing."],
    [{}, { ...use, channel: { id: "500", type: 11 } }, "use.channel.parent_id is missing."],
    [{}, { ...use, member: { ...member, roles: "7" } }, "use.member.roles is a string, but must be a list."],
    [
      {},
      { ...use, member: { ...member, permissions: 8 } },
      "use.member.permissions is a number, but must be permission bits as a decimal string.",
    ],
    [
      { default_member_permissions: "all" },
      use,
      "command.default_member_permissions is a string, but must be permission bits as a decimal string.",
    ],
    [{}, { ...use, permissions: {} }, "use.permissions is an object, but must be a list."],
    [
      { id: "20" },
      { ...use, permissions: [null, { id: "20" }] },
      "use.permissions[].permissions is missing, but must be a list.",
    ],
    [
      { id: "20" },
      { ...use, permissions: [{ id: "20", permissions: [null] }] },
      "use.permissions[].permissions is null, but must be a list of { id, type, permission }.",
    ],
  ])("rejects the command %j with the use %j", (restrictions, given, message) => {
    expect(() => readUse(restrictions, given)).toThrow(message);
  });

  test("ignores other fields of an interaction or a command", () => {
    expect(readUse({ id: "20", name: "play" }, { ...use, token: "x", data: {} }).location).toMatchObject({
      at: { channelId: "500" },
      ofCommand: {},
      ofApplication: {},
    });
  });
});
