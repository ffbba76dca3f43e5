import { describe, expect, it } from "vitest";
import { Sessions, GatewaySession } from "../../../../src/emulator/gateway/sessions.ts";
import { collect, createIdentity } from "../../../setup/emulator/gateway-session.ts";

function open() {
  const created = createIdentity();
  const sessions = new Sessions(created.world);
  return { ...created, sessions, session: sessions.open(created.identity) };
}

describe("Sessions", () => {
  it("keeps a disconnected bot's session for three minutes", () => {
    const { world, application, sessions, session } = open();
    session.outlet = collect();
    sessions.await(session);
    expect(session.outlet).toBeUndefined();
    world.clock.advance(179_000);
    expect(sessions.find(session.id)).toBe(session);
    expect(world.bots.isConnected(application.id, undefined)).toBe(true);
    world.clock.advance(2_000);
    expect(sessions.find(session.id)).toBeUndefined();
    expect(world.bots.isConnected(application.id, undefined)).toBe(false);
  });

  it("keeps a reconnected bot's session", () => {
    const { world, sessions, session } = open();
    sessions.await(session);
    session.stopTimer();
    world.clock.advance(1_000_000);
    expect(sessions.all).toEqual([session]);
  });

  it("does not wait for a bot to resume a session that has ended", () => {
    const { sessions, session } = open();
    sessions.end(session);
    sessions.await(session);
    expect(sessions.find(session.id)).toBeUndefined();
    expect(sessions.find(5)).toBeUndefined();
  });

  it("keeps at most 200 sessions by ending the oldest and its connection", () => {
    const { identity, sessions, session: first } = open();
    let remaining = 0;
    first.outlet = { send: () => undefined, leave: () => void remaining++ };
    for (let count = 0; count < 200; count++) sessions.open(identity);
    expect([sessions.all.length, remaining, sessions.find(first.id)]).toEqual([200, 1, undefined]);
    sessions.open(identity);
    expect(sessions.all).toHaveLength(200);
  });
});

const { identity } = createIdentity();

describe("GatewaySession", () => {
  it("numbers its messages and keeps them while the bot is disconnected", () => {
    const session = new GatewaySession(identity);
    const outlet = collect();
    session.outlet = outlet;
    session.dispatch("A", { a: 1 });
    session.outlet = undefined;
    session.dispatch("B", null);
    expect(outlet.messages).toEqual([{ op: 0, s: 1, t: "A", d: { a: 1 } }]);
    expect(session.missedSince(1)?.map((text) => JSON.parse(text) as unknown)).toEqual([
      { op: 0, s: 2, t: "B", d: null },
    ]);
    expect(session.missedSince(2)).toEqual([]);
  });

  it("keeps the newest 1,000 messages, so a bot that missed more cannot resume", () => {
    const session = new GatewaySession(identity);
    for (let count = 0; count < 1_010; count++) session.dispatch("A", {});
    expect(session.missedSince(9)).toBeUndefined();
    expect(session.missedSince(10)).toHaveLength(1_000);
  });

  it("keeps only a few megabytes of messages", () => {
    const session = new GatewaySession(identity);
    for (let count = 0; count < 9; count++) session.dispatch("A", "x".repeat(1024 * 1024));
    expect(session.missedSince(5)).toBeUndefined();
    expect(session.missedSince(6)).toHaveLength(3);
  });

  it("has an unguessable id", () => {
    expect(new GatewaySession(identity).id).toMatch(/^[\da-f]{32}$/);
    expect(new GatewaySession(identity).id).not.toBe(new GatewaySession(identity).id);
  });
});
