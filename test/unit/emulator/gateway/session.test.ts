import { describe, expect, it } from "vitest";
import { GatewaySession } from "../../../../src/emulator/gateway/sessions.ts";
import { collect, createIdentity } from "../../../setup/emulator/gateway-session.ts";

const { identity } = createIdentity();

describe("GatewaySession", () => {
  it("numbers its messages, and keeps them while the bot is disconnected", () => {
    const session = new GatewaySession(identity);
    const outlet = collect();
    session.outlet = outlet;
    session.dispatch("A", { a: 1 });
    session.outlet = undefined;
    session.dispatch("B", null);
    expect(outlet.said).toEqual([{ op: 0, s: 1, t: "A", d: { a: 1 } }]);
    expect(session.missedSince(1)?.map((text) => JSON.parse(text) as unknown)).toEqual([
      { op: 0, s: 2, t: "B", d: null },
    ]);
    expect(session.missedSince(2)).toEqual([]);
  });

  it("keeps the newest 1,000 messages: a bot that missed more cannot resume", () => {
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
