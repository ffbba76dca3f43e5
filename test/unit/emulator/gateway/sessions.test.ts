import { describe, expect, it } from "vitest";
import { Sessions } from "../../../../src/emulator/gateway/sessions.ts";
import { collect, createIdentity } from "../../../setup/emulator/gateway-session.ts";

describe("Sessions", () => {
  it("keeps the session of a disconnected bot for three minutes", () => {
    const { world, identity, application } = createIdentity();
    const sessions = new Sessions(world);
    const session = sessions.open(identity);
    session.outlet = collect();
    sessions.await(session);
    expect(session.outlet).toBeUndefined();
    world.clock.advance(179_000);
    expect(sessions.find(session.id)).toBe(session);
    expect(world.bots.hears(application.id, undefined)).toBe(true);
    world.clock.advance(2_000);
    expect(sessions.find(session.id)).toBeUndefined();
    expect(world.bots.hears(application.id, undefined)).toBe(false);
  });

  it("keeps the session of a bot that has reconnected", () => {
    const { world, identity } = createIdentity();
    const sessions = new Sessions(world);
    const session = sessions.open(identity);
    sessions.await(session);
    sessions.keep(session);
    world.clock.advance(1_000_000);
    expect(sessions.all).toEqual([session]);
  });

  it("does not wait for a session that has ended", () => {
    const { world, identity } = createIdentity();
    const sessions = new Sessions(world);
    const session = sessions.open(identity);
    sessions.end(session);
    sessions.await(session);
    expect(sessions.find(session.id)).toBeUndefined();
    expect(sessions.find(5)).toBeUndefined();
  });

  it("keeps at most 200 sessions: ends the oldest and its connection", () => {
    const { world, identity } = createIdentity();
    const sessions = new Sessions(world);
    const first = sessions.open(identity);
    let left = 0;
    first.outlet = { send: () => undefined, leave: () => void left++ };
    for (let count = 0; count < 200; count++) sessions.open(identity);
    expect([sessions.all.length, left, sessions.find(first.id)]).toEqual([200, 1, undefined]);
    sessions.open(identity);
    expect(sessions.all).toHaveLength(200);
  });
});
