import { parseGatewayEvent } from "../../../src/events/index.ts";
import type { GatewayMessage } from "../emulator/gateway-bot.ts";
import { problemsOf } from "./problems-of.ts";

type Part = (d: Record<string, unknown>) => unknown;

/** The parts of each dispatch that the published description covers, by event name. */
const described: Readonly<Record<string, readonly (readonly [type: string, part: Part])[]>> = {
  READY: [["UserPIIResponse", ({ user }) => user]],
  GUILD_CREATE: [
    ["GuildResponse", (d) => d],
    ["GuildMemberResponse[]", ({ members }) => members],
    ["GuildChannelResponse[]", ({ channels }) => channels],
  ],
  GUILD_MEMBERS_CHUNK: [["GuildMemberResponse[]", ({ members }) => members]],
  GUILD_MEMBER_ADD: [["GuildMemberResponse", (d) => d]],
  GUILD_MEMBER_UPDATE: [["GuildMemberResponse", (d) => d]],
  GUILD_MEMBER_REMOVE: [["UserResponse", ({ user }) => user]],
  GUILD_AUDIT_LOG_ENTRY_CREATE: [["AuditLogEntryResponse", (d) => d]],
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: [["CommandPermissionsResponse", (d) => d]],
  ENTITLEMENT_CREATE: [["EntitlementResponse", (d) => d]],
  ENTITLEMENT_UPDATE: [["EntitlementResponse", (d) => d]],
  ENTITLEMENT_DELETE: [["EntitlementResponse", (d) => d]],
};

/** Checks dispatches against the description and with the library's parser. Returns the problems found. */
export function problemsOfDispatches(messages: readonly GatewayMessage[]): string[] {
  return messages.flatMap(({ t, d }) => {
    if (t === null) return [];
    // Throws if a known event has an unexpected shape.
    parseGatewayEvent({ t, d });
    return (described[t] ?? []).flatMap(([type, part]) => {
      const problems = problemsOf(type, inUtc(part(d)));
      return problems.length === 0 ? [] : [`${t} has no valid ${type}: ${JSON.stringify(problems)}`];
    });
  });
}

/** The schemas accept only `Z` as the UTC offset; the service sends the equivalent `+00:00`. */
function inUtc(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('+00:00"', 'Z"'));
}
