import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { PresenceUpdates } from "../../../src/presence/updates.ts";
import {
  ActivityRefusal,
  type JoinListeners,
  NoPresence,
  type PresenceConnection,
} from "../../../src/presence/transport.ts";
import type { PresenceData } from "../../../src/wire/presence.ts";

const playing = (details: string): PresenceData => ({ type: 0, details });

interface Waiting {
  readonly ms: number;
  readonly end: () => void;
}

/** Runs the updates with a transport and a clock that the test controls. */
function start(connect: () => void = () => undefined) {
  const state = {
    now: 0,
    waits: [] as Waiting[],
    connections: 0,
    shown: [] as (string | undefined)[],
    refusal: undefined as Error | undefined,
    end: new AbortController(),
    listeners: undefined as JoinListeners | undefined,
  };
  const reported: string[] = [];
  const connection = (): PresenceConnection => ({
    ended: (state.end = new AbortController()).signal,
    setActivity: async (activity) => {
      state.shown.push(activity?.details);
      if (state.refusal) throw state.refusal;
    },
    answerJoinRequest: async (player, answer) => void reported.push(`${answer} ${player}`),
    close: () => void reported.push("closed"),
  });
  const updates = new PresenceUpdates({
    transport: {
      connect: async (listeners) => {
        state.connections++;
        state.listeners = listeners;
        connect();
        return connection();
      },
    },
    log: (_severity, _area, text) => void reported.push(text),
    secrets: {
      register: (secret) => void reported.push(`hides ${String(secret)}`),
      clean: (text) => text.replace("secret-7", "***"),
    },
    onStatus: (status) => void reported.push(status),
    onRejected: ({ code, message }) => void reported.push(`${code}: ${message}`),
    onJoin: (secret) => void reported.push(`join ${secret}`),
    onJoinRequest: ({ name }) => void reported.push(`${name} asks to join`),
    clock: () => state.now,
    wait: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        state.waits.push({ ms, end: resolve });
        signal.addEventListener("abort", () => reject(new Error("woken")));
      }),
  });
  onTestFinished(() => updates.close());
  /** Ends the pending wait and returns its duration in milliseconds. */
  const pass = async () => {
    const { ms = 0, end = () => undefined } = state.waits.at(-1) ?? {};
    state.now += ms;
    end();
    await turn();
    return ms;
  };
  const show = async (activity: PresenceData | undefined) => {
    updates.show(activity);
    await turn();
  };
  return { updates, show, state, reported, pass };
}

const absent = () => {
  throw new NoPresence("no desktop client is running", true);
};

describe("PresenceUpdates", () => {
  it("shows the latest of several activities", async () => {
    const { updates, show, state, reported } = start();
    updates.show(playing("one"));
    await show(playing("two"));
    expect(state.shown).toEqual(["two"]);
    expect([updates.status, ...reported]).toEqual(["connected", "connecting", "connected"]);
  });

  it("does not send the same activity again", async () => {
    const { show, state } = start();
    for (let count = 0; count < 3; count++) {
      await show(playing("one"));
    }
    expect(state.shown).toEqual(["one"]);
  });

  it("sends five updates within 20 seconds and then only the latest", async () => {
    const { show, state, pass } = start();
    for (const details of "abcdefgh") {
      await show(playing(details));
      state.now += 100;
    }
    expect(state.shown.join("")).toBe("abcde");
    expect(await pass()).toBe(20_000 - 800 + 100);
    expect(state.shown.join("")).toBe("abcdeh");
  });

  it("shows the activity again after the desktop client restarts", async () => {
    const { updates, show, state, pass } = start();
    await show(playing("one"));
    state.end.abort();
    await turn();
    expect(updates.status).toBe("unavailable");
    expect(await pass()).toBe(15_000);
    expect([updates.status, state.shown]).toEqual(["connected", ["one", "one"]]);
  });

  it("looks for an absent desktop client every 15 seconds and reports its absence once", async () => {
    const { updates, show, reported, pass } = start(absent);
    await show(playing("one"));
    expect([await pass(), await pass(), updates.status]).toEqual([15_000, 15_000, "absent"]);
    expect(reported.filter((text) => text.includes("no activity is shown"))).toEqual([
      "no activity is shown: no desktop client is running",
    ]);
  });

  it("waits longer after each failed connection, up to ten minutes", async () => {
    const { updates, show, pass } = start(() => {
      throw new NoPresence("it accepts at most two connections per minute");
    });
    await show(playing("one"));
    const waited = [];
    for (let count = 0; count < 6; count++) waited.push(await pass());
    expect(waited).toEqual([60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
    expect(updates.status).toBe("unavailable");
  });

  it("does not search for the desktop client earlier when another activity is set", async () => {
    const { show, state } = start(absent);
    for (const details of "abc") {
      await show(playing(details));
    }
    expect(state.connections).toBe(1);
  });

  it("removes the activity but stays connected", async () => {
    const { updates, show, state } = start();
    await show(playing("one"));
    await show(undefined);
    expect([state.shown, updates.status]).toEqual([["one", undefined], "connected"]);
  });

  it("does not connect if there is nothing to show", async () => {
    const { show, state } = start();
    await show(undefined);
    expect(state.connections).toBe(0);
  });

  it("removes the activity on close, despite the rate limit", async () => {
    const { updates, show, state, reported } = start();
    for (const details of "abcdef") {
      await show(playing(details));
    }
    await updates.close();
    expect(state.shown.at(-1)).toBeUndefined();
    expect([reported.at(-2), reported.at(-1)]).toEqual(["closed", "idle"]);
    await show(playing("late"));
    expect(state.connections).toBe(1);
  });

  it("can be closed while waiting for a desktop client", async () => {
    const { updates, show } = start(absent);
    await show(playing("one"));
    await updates.close();
    expect(updates.status).toBe("idle");
  });

  it("reports a rejected activity without its secret and shows the next one", async () => {
    const { show, state, reported } = start();
    state.refusal = new ActivityRefusal(4000, "the secret is secret-7");
    await show(playing("one"));
    expect(reported.at(-1)).toBe(
      "presence_rejected: The desktop client rejected the activity: the error 4000 (the secret is ***).",
    );
    state.refusal = undefined;
    await show(playing("two"));
    expect([state.shown, state.connections]).toEqual([["one", "two"], 1]);
  });

  it("reports joins and masks secrets", async () => {
    const { updates, state, reported } = start();
    updates.start();
    await turn();
    updates.show({ ...playing("one"), secrets: { join: "secret-7" } });
    state.listeners?.onJoin("secret-8");
    state.listeners?.onJoinRequest({ id: "1", name: "Ada" });
    expect(reported.slice(2)).toEqual([
      "hides secret-7",
      "hides secret-8",
      "join secret-8",
      "Ada asks to join",
    ]);
    await updates.answerJoinRequest({ id: "1", name: "Ada" }, "accept");
    expect(reported.at(-1)).toBe("accept 1");
  });

  it("rejects an answer to a join request if there is no connection", async () => {
    const { updates } = start();
    const answer = updates.answerJoinRequest({ id: "1", name: "Ada" }, "accept");
    await expect(answer).rejects.toMatchObject({ type: 4, code: "desktop_client_unable", retryable: true });
  });
});
