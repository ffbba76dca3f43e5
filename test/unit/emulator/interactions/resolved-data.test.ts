import { describe, expect, it, test } from "vitest";
import { type IdUsage, resolveOptions } from "../../../../src/emulator/interactions/resolved-data.ts";
import { Players } from "../../../../src/emulator/world/players.ts";
import type { Command } from "../../../../src/wire/command.ts";
import { OptionType } from "../../../../src/wire/command-option.ts";
import { problemsOf } from "../../../setup/description/problems-of.ts";

const players = new Players(["Ada", "Grace"], Date.now);
const [ada, grace] = [players.findOrAdd("Ada"), players.findOrAdd("Grace")];

function resolve(usage: Partial<IdUsage>) {
  const command = { options: [] } as unknown as Command;
  const findPlayer = (id: string) => players.byId(id);
  return resolveOptions({
    command,
    guildId: undefined,
    options: undefined,
    target: undefined,
    findPlayer,
    ...usage,
  });
}

const option = (type: OptionType, value: string, name = "it") => ({ name, type, value });

describe("what the ids of a command stand for", () => {
  it.each([
    ["a role", option(OptionType.Role, "5"), { roles: { 5: { id: "5", name: "Players" } } }],
    ["a file", option(OptionType.Attachment, "5"), { attachments: { 5: { id: "5", filename: "file.png" } } }],
    ["a channel", option(OptionType.Channel, "5"), { channels: { 5: { id: "5", type: 0 } } }],
    ["a player", option(OptionType.User, ada.id), { users: { [ada.id]: { global_name: "Ada" } } }],
    ["a mentioned player", option(OptionType.Mentionable, ada.id), { users: { [ada.id]: { id: ada.id } } }],
    ["a mentioned role", option(OptionType.Mentionable, "5"), { roles: { 5: { id: "5" } } }],
  ])("%s is described", (_what, filled, resolved) => {
    expect(resolve({ options: [filled] })).toMatchObject(resolved);
    expect(Object.keys(resolve({ options: [filled] }) ?? {})).toEqual(Object.keys(resolved));
  });

  it.each([[undefined], [[]], [[option(OptionType.String, "5")]], [[option(OptionType.User, "5")]]])(
    "there is nothing to describe in %j",
    (options) => {
      expect(resolve({ options })).toBeUndefined();
    },
  );

  it("members are described in a guild, the target among them", () => {
    const options = [option(OptionType.User, ada.id)];
    expect(resolve({ options, target: grace, guildId: "7" })).toMatchObject({
      users: { [ada.id]: {}, [grace.id]: {} },
      members: { [ada.id]: { roles: [] }, [grace.id]: { roles: [] } },
    });
    expect(resolve({ options, guildId: undefined })).not.toHaveProperty("members");
  });

  it("a channel has a type that the command asks for, in a subcommand too", () => {
    const definition = { type: OptionType.Channel, name: "where", description: "x", channel_types: [2, 5] };
    const sub = { type: OptionType.SubCommand, name: "go", description: "x", options: [definition] };
    const command = { options: [sub] } as unknown as Command;
    const filled = [option(OptionType.Channel, "5", "where")];
    const nested = [{ type: OptionType.SubCommand, name: "go", options: filled }];
    expect(resolve({ command, options: nested })).toMatchObject({ channels: { 5: { type: 2 } } });
    const unknown = [{ type: OptionType.SubCommand, name: "unknown", options: filled }];
    expect(resolve({ command, options: unknown })).toMatchObject({ channels: { 5: { type: 0 } } });
    expect(resolve({ command: {} as Command, options: filled })).toMatchObject({
      channels: { 5: { type: 0 } },
    });
  });
});

test("members, roles and files have what the published description requires", () => {
  const filled = [
    option(OptionType.User, ada.id, "who"),
    option(OptionType.Role, "5", "role"),
    option(OptionType.Attachment, "6", "file"),
  ];
  const {
    members = {},
    users = {},
    roles = {},
    attachments = {},
  } = resolve({ options: filled, guildId: "7" }) ?? {};
  // The service writes its times with an offset, which the description's schemas do not take.
  const times = { joined_at: "2026-01-01T00:00:00Z" };
  const whole = { ...members[ada.id], ...times, user: users[ada.id], mute: false, deaf: false };
  expect(problemsOf("PrivateGuildMemberResponse", whole)).toEqual([]);
  expect(problemsOf("GuildRoleResponse", roles["5"])).toEqual([]);
  expect(problemsOf("MessageAttachmentResponse", attachments["6"])).toEqual([]);
});
