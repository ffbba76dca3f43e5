import { beforeEach, describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { ActivityRefusal, NoPresence, type PresenceConnection } from "../../../src/presence/transport.ts";
import type { ConnectionStatus } from "../../../src/social-sdk/connection.ts";
import { socialSdkPresence } from "../../../src/social-sdk/presence.ts";
import { FakeLibrary } from "../../setup/social-sdk/fake-library.ts";

const { signal } = new AbortController();
const rejected = { type: ErrorType.RPCError, code: "social_sdk_failed", message: "no" } as const;

class FakeConnection {
  status: ConnectionStatus = "ready";
  readonly listeners = new Set<(status: ConnectionStatus) => void>();

  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  change(status: ConnectionStatus): void {
    this.status = status;
    for (const listener of this.listeners) listener(status);
  }
}

let library: FakeLibrary;
let connection: FakeConnection;
let joined: unknown[];
beforeEach(() => {
  [library, connection, joined] = [new FakeLibrary(), new FakeConnection(), []];
});

function connect(): Promise<PresenceConnection> {
  const listeners = {
    onJoin: (secret: string) => joined.push(secret),
    onJoinRequest: (player: object) => joined.push(player),
  };
  return socialSdkPresence(connection, () => library).connect(listeners, signal);
}

describe("socialSdkPresence", () => {
  it("rejects a connection that is not ready as absent", async () => {
    connection.status = "reconnecting";
    const error: unknown = await connect().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NoPresence);
    expect(error).toMatchObject({ isAbsence: true });
  });

  it("passes on join requests and invitations except those with invalid secrets", async () => {
    await connect();
    for (const secret of ["", "x".repeat(129), "a-secret"]) library.emit("join", secret);
    library.emit("joinRequest", 42n);
    expect(joined).toEqual(["a-secret", { id: "42", name: "42" }]);
  });

  it("sets only an activity's defined fields and can clear the activity", async () => {
    const presence = await connect();
    const buttons = [{ label: "Watch", url: "https://example.com" }];
    await presence.setActivity({ type: 0, details: "Round 1", timestamps: { end: 5 }, buttons }, signal);
    await presence.setActivity({ type: 0, party: { id: "p", size: [1, 4] }, secrets: { join: "s" } }, signal);
    await presence.setActivity(undefined, signal);
    expect(library.calls.map(({ name, values }) => [name, ...values])).toEqual([
      ["setActivity", "type", 0, "details", "Round 1", "end", 5n, "button", "Watch", "https://example.com"],
      ["setActivity", "type", 0, "party_id", "p", "current_size", 1, "max_size", 4, "join", "s"],
      ["clearActivity"],
    ]);
  });

  it("accepts a join request and declines one without calling the library", async () => {
    const presence = await connect();
    await presence.answerJoinRequest("42", "accept", signal);
    await presence.answerJoinRequest("43", "decline", signal);
    expect(library.calls).toMatchObject([{ name: "acceptJoinRequest", values: [42n] }]);
  });

  it("ends when the connection is lost and stops listening when closed", async () => {
    const presence = await connect();
    connection.change("ready");
    expect(presence.ended.aborted).toBe(false);
    connection.change("reconnecting");
    expect(presence.ended.aborted).toBe(true);
    presence.close();
    expect(connection.listeners.size).toBe(0);
  });

  it("distinguishes a rejected activity, a lost connection and an aborted update", async () => {
    const presence = await connect();
    library.answer = () => Promise.reject(new ClientError({ ...rejected, errorCode: 5 }));
    const refused: unknown = await presence.setActivity(undefined, signal).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ActivityRefusal);
    expect(refused).toMatchObject({ code: 5, detail: "no" });
    library.answer = () => Promise.reject(new ClientError(rejected));
    await expect(presence.setActivity(undefined, signal)).rejects.toMatchObject({ code: 0 });
    const reason = new Error("aborted");
    await expect(presence.setActivity(undefined, AbortSignal.abort(reason))).rejects.toBe(reason);
    connection.change("disconnected");
    await expect(presence.setActivity(undefined, signal)).rejects.toBeInstanceOf(NoPresence);
  });
});
