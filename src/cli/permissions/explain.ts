import { Failure, misunderstood } from "../frame/failure.ts";
import type { GuildChannel, GuildData } from "slashpass/api";
import {
  canUse,
  type GuildCommandPermissions,
  memberPermissions,
  PermissionType,
  type RestrictedCommand,
  type UseVerdict,
  type RoleHolder,
} from "slashpass/commands";
import { targetAsData } from "../commands/open-client.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import type { explain } from "./definitions.ts";
import {
  findSubject,
  findMember,
  type GuildMember,
  type OpenGuild,
  openGuild,
  type NameOf,
  overwriteAsData,
  withName,
  nameOfMember,
} from "./open-guild.ts";

type ExplainCall = Call<typeof explain.options, typeof explain.arguments>;

interface Facts {
  readonly command: RestrictedCommand;
  readonly guild: GuildData;
  readonly channel: GuildChannel | undefined;
  readonly permissions: readonly GuildCommandPermissions[];
}

export async function run(call: ExplainCall): Promise<Outcome> {
  const { options, terminal, signal } = call;
  const opened = await openGuild(call);
  const { id, name } = findSubject(opened, call.arguments.command);
  const command = opened.commands.find((commandItem) => commandItem.id === id);
  if (!command) throw misunderstood("Only one command can be explained at a time.", "Specify one command.");
  const guild = await opened.ofBot.get({ signal });
  const permissions = await opened.guild.permissions.list({ signal });
  const facts = { command, guild, channel: await findChannel(call, opened), permissions };
  const people = await listPeople(opened, guild, { permissions, user: options.user, signal });
  const answers = people.map((person) => answerFor(facts, person));
  const rows = answers.map(({ name: who, allowed, reason, rule, overwrite }) => [
    escapeControls(who),
    allowed ? "can" : "cannot",
    `${overwrite ? reasonWithName(reason, overwrite) : reason} [${rule}]`,
  ]);
  const { channel } = facts;
  const where = channel ? `, ${nameOfChannel(channel)}` : "";
  terminal.print(
    terminal.paint.bold(`Who can use ${escapeControls(name)} in ${escapeControls(guild.name)}${where}:`),
  );
  terminal.printTable(rows);
  const result = { target: targetAsData(opened.settings), id, name, guild: guild.name };
  return { result: { ...result, channel: channel?.id ?? null, answers } };
}

async function findChannel(
  { options, signal }: ExplainCall,
  { ofBot }: OpenGuild,
): Promise<GuildChannel | undefined> {
  if (options.channel === undefined) return undefined;
  const channels = await ofBot.channels({ signal });
  const found = channels.find(({ id }) => id === options.channel);
  if (found) return found;
  throw new Failure(`The guild has no channel ${escapeControls(options.channel)}.`, {
    code: "unknown_channel",
    hint: `Its channels are: ${channels.map((channel) => `${channel.id} (${nameOfChannel(channel)})`).join(", ")}. For a thread, specify its channel.`,
  });
}

function nameOfChannel({ id, name }: GuildChannel): string {
  return `#${escapeControls(name ?? id)}`;
}

function answerFor(facts: Facts, { memberName, ...person }: Person) {
  const { overwrite, ...verdict } = decide(facts, person);
  const { guild, channel } = facts;
  const nameOf: NameOf = ({ id, type }) => {
    if (type === PermissionType.User) return memberName;
    if (type === PermissionType.Channel) return channel?.id === id ? (channel.name ?? undefined) : undefined;
    return guild.roles.find((role) => role.id === id && id !== guild.id)?.name;
  };
  return { ...person, ...verdict, ...(overwrite && { overwrite: overwriteAsData(overwrite, nameOf) }) };
}

function reasonWithName(reason: string, { id, name }: { readonly id: string; readonly name?: string }) {
  return reason.replace(id, () => withName(id, name));
}

function decide({ command, guild, channel, permissions }: Facts, person: Person): UseVerdict {
  const { userId, roles } = person;
  return canUse(command, {
    guild_id: guild.id,
    member: {
      ...(userId !== undefined && { user: { id: userId } }),
      roles,
      permissions: memberPermissions(guild, person, channel).toString(),
    },
    // If no channel is specified, applies the overwrite for all channels and ignores age restrictions.
    channel: channel
      ? { id: channel.id, type: channel.type, nsfw: channel.nsfw === true }
      : { id: guild.id, nsfw: true },
    permissions,
  });
}

interface Person extends RoleHolder {
  readonly name: string;
  readonly memberName?: string;
}

interface PeopleQuery {
  readonly permissions: readonly GuildCommandPermissions[];
  readonly user: string | undefined;
  readonly signal: AbortSignal;
}

async function listPeople(opened: OpenGuild, guild: GuildData, query: PeopleQuery): Promise<Person[]> {
  const { user, permissions, signal } = query;
  if (user !== undefined) return [personOf(user, await opened.ofBot.member(user, { signal }))];
  const roles = guild.roles.map(({ id, name }) =>
    id === guild.id ? { name: "everyone", roles: [] } : { name: `role ${name}`, roles: [id] },
  );
  const named = permissions
    .flatMap((entry) => entry.permissions)
    .filter(({ type }) => type === PermissionType.User);
  const members: Person[] = [];
  for (const id of new Set(named.map((overwrite) => overwrite.id))) {
    const member = await findMember(opened.ofBot, id, signal);
    members.push(
      member ? personOf(id, member) : { name: `user ${id} (not in the guild)`, userId: id, roles: [] },
    );
  }
  return [...roles, ...members];
}

function personOf(userId: string, member: GuildMember): Person {
  const memberName = nameOfMember(member);
  return { name: `user ${memberName}`, memberName, userId, roles: member.roles };
}
