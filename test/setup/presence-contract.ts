import { expect, it } from "vitest";
import { desktopClientPresence } from "../../src/presence/desktop-client.ts";
import { ActivityRefusal, type AskingPlayer, type JoinListeners } from "../../src/presence/transport.ts";

/** A desktop client that runs until the test ends, and its player's view and actions. */
export interface PresenceHost {
  readonly socketPath: string;
  readonly applicationId: string;
  /** The activity's first line, or `undefined` if no activity is shown. */
  readonly details: () => string | undefined;
  readonly join: (secret: string) => unknown;
  /** Simulates another player's request to join. Returns a function that returns the game's answer. */
  readonly askToJoin: () => () => string;
  readonly restart: () => Promise<unknown>;
}

export function connectPresence(
  { socketPath, applicationId }: Pick<PresenceHost, "socketPath" | "applicationId">,
  listeners: Partial<JoinListeners> = {},
  signal = new AbortController().signal,
) {
  const transport = desktopClientPresence({
    socketPaths: () => [socketPath],
    application: () => applicationId,
    peerUser: () => undefined,
  });
  return transport.connect({ onJoin: () => undefined, onJoinRequest: () => undefined, ...listeners }, signal);
}

/** Defines the presence tests that every desktop client must pass. */
export function presenceContract(start: () => Promise<PresenceHost>): void {
  const { signal } = new AbortController();
  const party = { id: "party-7", size: [1, 4] as const };
  const joinable = { type: 0, details: "Round 1", party, secrets: { join: "secret-7" } };

  it("shows, replaces and removes the activity", async () => {
    const host = await start();
    const connection = await connectPresence(host);
    await connection.setActivity({ type: 0, details: "Round 1" }, signal);
    expect(host.details()).toBe("Round 1");
    await connection.setActivity({ type: 3, details: "Round 2" }, signal);
    expect(host.details()).toBe("Round 2");
    await connection.setActivity(undefined, signal);
    expect(host.details()).toBeUndefined();
    connection.close();
  });

  it("removes the activity when the game disconnects", async () => {
    const host = await start();
    const connection = await connectPresence(host);
    await connection.setActivity({ type: 0, details: "Round 1" }, signal);
    connection.close();
    await expect.poll(host.details).toBeUndefined();
  });

  it("rejects an invalid activity and keeps the connection open", async () => {
    const connection = await connectPresence(await start());
    const rejected: unknown = await connection
      .setActivity({ type: 1 }, signal)
      .catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(ActivityRefusal);
    expect(rejected).toMatchObject({ code: 4000 });
    expect(connection.ended.aborted).toBe(false);
    connection.close();
  });

  it("reports joins and join requests and sends the game's answers", async () => {
    const host = await start();
    const secrets: string[] = [];
    const players: AskingPlayer[] = [];
    const connection = await connectPresence(host, {
      onJoin: (secret) => void secrets.push(secret),
      onJoinRequest: (player) => void players.push(player),
    });
    await connection.setActivity(joinable, signal);
    await host.join("secret-8");
    await expect.poll(() => secrets).toEqual(["secret-8"]);
    for (const answer of ["accept", "decline"] as const) {
      const answered = host.askToJoin();
      await expect.poll(() => players.length).toBe(1);
      const [player] = players.splice(0);
      expect(player).toMatchObject({ name: "Grace" });
      await connection.answerJoinRequest(player?.id ?? "", answer, signal);
      expect(answered()).toBe(answer);
    }
    connection.close();
  });

  it("disconnects when the desktop client quits and can reconnect after the client restarts", async () => {
    const host = await start();
    const connection = await connectPresence(host);
    await host.restart();
    await expect.poll(() => connection.ended.aborted).toBe(true);
    connection.close();
    const again = await connectPresence(host);
    await again.setActivity({ type: 0, details: "Round 2" }, signal);
    expect(host.details()).toBe("Round 2");
    again.close();
  });
}
