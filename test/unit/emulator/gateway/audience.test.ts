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

it("sends an application's event only to that application", () => {
  const one = session({ id: "5" });
  expect(hears(one, event("ENTITLEMENT_CREATE", {}, "5"))).toBe(true);
  expect(hears(one, event("ENTITLEMENT_CREATE", {}, "6"))).toBe(false);
  expect(hears(one, event("ENTITLEMENT_CREATE", { guild_id: null }, "5"))).toBe(true);
});

it("sends a guild's event to the applications and the shard of the guild", () => {
  const joined = event("GUILD_MEMBER_ADD", { guild_id: "11" });
  const intents = GatewayIntent.GuildMembers;
  expect(hears(session({ guilds: ["11"] }, { intents }), joined)).toBe(true);
  expect(hears(session({}, { intents }), joined)).toBe(true);
  expect(hears(session({ guilds: ["12"] }, { intents }), joined)).toBe(false);
  expect(hears(session({}, { intents, shard: [1, 2] }), joined)).toBe(false);
});

it("requires the members intent, and for the audit log its intent and permission", () => {
  const entry = event("GUILD_AUDIT_LOG_ENTRY_CREATE", { guild_id: "11" });
  const intents = GatewayIntent.GuildModeration;
  const as = (permissions: bigint) => session({ permissions: String(permissions) }, { intents });
  expect(hears(session(), event("GUILD_MEMBER_UPDATE", { guild_id: "11" }))).toBe(false);
  expect(hears(session(), entry)).toBe(false);
  expect(hears(as(Permission.ViewAuditLog), entry)).toBe(true);
  expect(hears(as(Permission.Administrator), entry)).toBe(true);
  expect(hears(as(Permission.ManageGuild), entry)).toBe(false);
});

it("sends no events that exist only for webhooks", () => {
  expect(hears(session({ id: "5" }), event("APPLICATION_AUTHORIZED", {}, "5"))).toBe(false);
});
