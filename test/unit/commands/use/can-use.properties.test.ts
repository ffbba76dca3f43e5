import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canUse } from "../../../../src/commands/use/can-use.ts";
import type { CommandUse, RestrictedCommand } from "../../../../src/commands/use/read-use.ts";
import type { PermissionOverwrite } from "../../../../src/wire/command.ts";
import { cases } from "../../../setup/cases.ts";

const guildId = 1000n;
const everyone = "1000";
const allChannels = "999";
const commandId = "20";
const applicationId = "30";
const administrator = 3;
const [sendMessages, useCommands, sendInThreads] = [11, 31, 38];

/**
 * A literal implementation of the rules in the API documentation and the change log. It uses sets of numbers and shares no code
 * with the library.
 */
function literalReading(command: RestrictedCommand, use: CommandUse): boolean {
  // Guild commands are not available in direct messages or other guilds.
  if (command.guild_id !== undefined && command.guild_id !== use.guild_id) return false;
  const context = use.context ?? (use.guild_id === undefined ? 1 : 0);
  let contexts: readonly number[] = command.dm_permission === false ? [0] : [0, 1];
  if (command.contexts !== undefined && command.contexts !== null) contexts = command.contexts;
  if (!contexts.includes(context)) return false;
  if (use.guild_id === undefined) return true;
  const { member, channel, permissions = [] } = use as Required<CommandUse>;
  if (command.nsfw === true && channel!.nsfw !== true) return false;
  // Members with the Administrator permission can use all commands.
  const has = positionsOf(member!.permissions);
  if (has.has(administrator)) return true;
  if (!has.has(useCommands)) return false;
  const isThread = channel!.type === 10 || channel!.type === 11 || channel!.type === 12;
  // Using a USER command requires permission to send text messages in the channel.
  if (command.type === 2 && !has.has(isThread ? sendInThreads : sendMessages)) return false;
  const table = (id: string) => permissions.find((entry) => entry.id === id)?.permissions ?? [];
  const answerOf = (of: string, type: number, id: string | null | undefined): boolean | undefined =>
    table(of).find((one) => one.type === type && one.id === id)?.permission;
  // Channel permissions also apply to the channel's threads. The command's overwrites take precedence over the application's.
  const at = isThread ? channel!.parent_id : channel!.id;
  const where = [
    answerOf(commandId, 3, at),
    answerOf(commandId, 3, allChannels),
    answerOf(applicationId, 3, at),
    answerOf(applicationId, 3, allChannels),
  ].find((answer) => answer !== undefined);
  if (where === false) return false;
  // Precedence: the user, then roles (one allowing role is enough), then everyone.
  const ofMember = (of: string): boolean | undefined => {
    const ofUser = answerOf(of, 2, member!.user!.id);
    if (ofUser !== undefined) return ofUser;
    const ofRoles = member!.roles.map((id) => answerOf(of, 1, id)).filter((answer) => answer !== undefined);
    if (ofRoles.length > 0) return ofRoles.includes(true);
    return answerOf(of, 1, everyone);
  };
  const ofCommand = ofMember(commandId);
  if (ofCommand !== undefined) return ofCommand;
  if (ofMember(applicationId) === false) return false;
  // The application's overwrites and the default permissions must both allow the use.
  const wanted = command.default_member_permissions;
  if (wanted === undefined || wanted === null) return command.default_permission !== false;
  if (wanted === "0") return false;
  return [...positionsOf(wanted)].every((position) => has.has(position));
}

function positionsOf(bits: string): Set<number> {
  const digits = BigInt(bits).toString(2).split("").toReversed();
  return new Set(digits.flatMap((digit, position) => (digit === "1" ? [position] : [])));
}

const some = <T>(values: readonly T[]) => fc.constantFrom(...values);
const overwrite: fc.Arbitrary<PermissionOverwrite> = fc.oneof(
  fc.record({ type: fc.constant(1 as const), id: some([everyone, "7", "8", "9"]), permission: fc.boolean() }),
  fc.record({ type: fc.constant(2 as const), id: some(["1", "2"]), permission: fc.boolean() }),
  fc.record({
    type: fc.constant(3 as const),
    id: some([allChannels, "500", "501"]),
    permission: fc.boolean(),
  }),
);
const overwrites = fc.uniqueArray(overwrite, { selector: ({ id }) => id, maxLength: 5 });
/** Usually includes the permission to use commands and sometimes the administrator permission. */
const bits = fc
  .tuple(
    fc.subarray([1, 2, sendMessages, sendInThreads]),
    some([true, true, true, false]),
    some([false, false, false, true]),
  )
  .map(([positions, uses, administers]) =>
    [...positions, ...(uses ? [useCommands] : []), ...(administers ? [administrator] : [])]
      .reduce((sum, position) => sum | (1n << BigInt(position)), 0n)
      .toString(),
  );
const command = fc.record(
  {
    type: some([1, 2, 3, 4] as const),
    guild_id: some([everyone, everyone, everyone, "1001"]),
    nsfw: some([false, false, true]),
    contexts: some([null, null, [0], [0, 1], [0, 1, 2], [1], [2]] as const),
    dm_permission: fc.boolean(),
    default_permission: fc.boolean(),
    default_member_permissions: some([null, "0", "2", "6", "2054"]),
  },
  { requiredKeys: [] },
);
const channel = fc.record(
  { type: some([0, 2, 10, 11, 12, 15] as const), nsfw: fc.boolean() },
  { requiredKeys: [] },
);
const inGuild = fc
  .record({ roles: fc.subarray(["7", "8"]), bits, channel, ofCommand: overwrites, ofApplication: overwrites })
  .map(({ roles, bits: permissions, channel: kind, ofCommand, ofApplication }): CommandUse => {
    const entry = { application_id: applicationId, guild_id: String(guildId) };
    return {
      guild_id: String(guildId),
      member: { user: { id: "1" }, roles, permissions },
      channel: { ...kind, id: kind.type === 0 ? "500" : "502", parent_id: "500" },
      permissions: [
        { id: commandId, ...entry, permissions: ofCommand },
        { id: applicationId, ...entry, permissions: ofApplication },
      ],
    };
  });
const elsewhere = fc.record({ context: some([1, 2] as const) }, { requiredKeys: [] });
const use: fc.Arbitrary<CommandUse> = fc.oneof(
  { weight: 9, arbitrary: inGuild },
  { weight: 1, arbitrary: elsewhere },
);

test("agrees with a literal implementation of the rules", () => {
  const verdicts = new Map<string, number>();
  fc.assert(
    fc.property(command, use, (restrictions, request) => {
      const given = { id: commandId, application_id: applicationId, ...restrictions };
      const verdict = canUse(given, request);
      verdicts.set(verdict.rule, (verdicts.get(verdict.rule) ?? 0) + 1);
      expect(verdict.allowed).toBe(literalReading(given, request));
    }),
    { numRuns: cases(100_000, 1_000) },
  );
  // Every rule has been decisive at least once.
  expect(verdicts.size).toBe(9);
});
