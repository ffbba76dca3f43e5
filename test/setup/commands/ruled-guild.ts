import type { GuildFacts } from "../../../src/commands/permission-rules/resolve.ts";
import type { GuildMember } from "../../../src/core/request/response.ts";
import type { Command } from "../../../src/wire/command.ts";
import { Permission } from "../../../src/wire/permission.ts";

const usual = (Permission.ViewChannel | Permission.UseApplicationCommands).toString();
const role = (id: string, name: string, permissions = "0") => ({ id, name, position: 1, permissions });

function command(id: string, name: string, more: object = {}): Command {
  const base = { id, name, application_id: "5", version: "1", default_member_permissions: null };
  return { ...base, type: 1, description: name, ...more };
}

function member(id: string, username: string, roles: readonly string[] = []) {
  return { user: { id, username }, roles } as unknown as GuildMember;
}

/** A guild with two commands, three roles in addition to `@everyone`, two channels, and two fetched members. */
export const ruledGuild: GuildFacts = {
  applicationId: "5",
  guild: {
    id: "100",
    name: "Reef",
    owner_id: "900",
    roles: [
      role("100", "@everyone", usual),
      role("11", "Crew"),
      role("12", "Moderator"),
      role("13", "Admin", Permission.Administrator.toString()),
    ],
  },
  channels: [
    { id: "21", type: 0, name: "general" },
    { id: "22", type: 0, name: "arena" },
  ],
  members: [member("31", "ada", ["11"]), member("32", "adam")],
  commands: [command("41", "match"), command("42", "score", { guild_id: "100" })],
  permissions: [],
};

export function overwritesOf(id: string, permissions: GuildFacts["permissions"][number]["permissions"]) {
  return { id, application_id: "5", guild_id: "100", permissions };
}
