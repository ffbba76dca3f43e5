import { expect, it } from "vitest";
import { hears } from "../../../../src/emulator/gateway/gateway.ts";
import { GatewaySession } from "../../../../src/emulator/gateway/sessions.ts";
import type { WorldEvent } from "../../../../src/emulator/state/world-events.ts";
import { GatewayIntent } from "../../../../src/wire/gateway.ts";
import { Permission } from "../../../../src/wire/permission.ts";
import { createIdentity } from "../../../setup/emulator/gateway-session.ts";

const event = (name: string, data: object, applicationId?: string) =>
  ({ name, data, applicationId }) as unknown as WorldEvent;

const session = (init: object = {}, more: object = {}) =>
  new GatewaySession(createIdentity(init, more).identity);

it("what is one application's is told to it alone", () => {
  const one = session({ id: "5" });
  expect(hears(one, event("ENTITLEMENT_CREATE", {}, "5"))).toBe(true);
  expect(hears(one, event("ENTITLEMENT_CREATE", {}, "6"))).toBe(false);
  expect(hears(one, event("ENTITLEMENT_CREATE", { guild_id: null }, "5"))).toBe(true);
});

it("what is a guild's is told to the applications in it, and to the shard of the guild", () => {
  const joined = event("GUILD_MEMBER_ADD", { guild_id: "11" });
  const intents = GatewayIntent.GuildMembers;
  expect(hears(session({ guilds: ["11"] }, { intents }), joined)).toBe(true);
  expect(hears(session({}, { intents }), joined)).toBe(true);
  expect(hears(session({ guilds: ["12"] }, { intents }), joined)).toBe(false);
  expect(hears(session({}, { intents, shard: [1, 2] }), joined)).toBe(false);
});

it("members take their intent, the audit log its intent and the permission to view it", () => {
  const entry = event("GUILD_AUDIT_LOG_ENTRY_CREATE", { guild_id: "11" });
  const intents = GatewayIntent.GuildModeration;
  const as = (permissions: bigint) => session({ permissions: String(permissions) }, { intents });
  expect(hears(session(), event("GUILD_MEMBER_UPDATE", { guild_id: "11" }))).toBe(false);
  expect(hears(session(), entry)).toBe(false);
  expect(hears(as(Permission.ViewAuditLog), entry)).toBe(true);
  expect(hears(as(Permission.Administrator), entry)).toBe(true);
  expect(hears(as(Permission.ManageGuild), entry)).toBe(false);
});

it("what only the URL for events is told is not for the gateway", () => {
  expect(hears(session({ id: "5" }), event("APPLICATION_AUTHORIZED", {}, "5"))).toBe(false);
});
