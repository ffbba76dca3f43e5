import { expect, it } from "vitest";
import { tellAuditLog, type WorldEvent, WorldEvents } from "../../../../src/emulator/state/world-events.ts";

it("emits an entry with its actor, target and action for every application in the guild", () => {
  const worldEvents = new WorldEvents();
  const told: WorldEvent[] = [];
  worldEvents.listen((event) => void told.push(event));
  const draft = { guildId: "11", userId: "1", targetId: "2", action: 121, changes: [] } as const;
  tellAuditLog(worldEvents, Date.UTC(2026, 0, 1), draft);
  tellAuditLog(worldEvents, Date.UTC(2026, 0, 1), { ...draft, options: { application_id: "5" } });
  const entry = {
    id: expect.stringMatching(/^\d{19}$/),
    guild_id: "11",
    user_id: "1",
    target_id: "2",
    action_type: 121,
    changes: [],
  };
  const name = "GUILD_AUDIT_LOG_ENTRY_CREATE";
  expect(told).toEqual([
    { name, applicationId: undefined, data: entry },
    { name, applicationId: undefined, data: { ...entry, options: { application_id: "5" } } },
  ]);
});
