import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ActivityWindow } from "../../../../src/emulator/activity/window.ts";
import { ScriptedActivity } from "../../../../src/emulator/player/joined-activity.ts";
import { openLaunched, tokenFor } from "../../../setup/activity/launched.ts";
import { startOpenEmulator } from "../../../setup/emulator/live-world.ts";

const emulator = await startOpenEmulator();
let window: ActivityWindow;
let activity: ScriptedActivity;
afterAll(() => emulator[Symbol.asyncDispose]());
beforeEach(() => {
  window = openLaunched(emulator, { channelId: "8" });
  activity = new ScriptedActivity(window);
});
afterEach(() => emulator.windows.close());

const participants = "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE";

const cyclic: Record<string, unknown> = {};
cyclic["again"] = cyclic;

describe("a scripted Activity", () => {
  it("signs in like a page", async () => {
    window.prompts.answer = "accept";
    const scope = ["identify", "guilds.members.read"];
    const { code } = await activity.command<{ code: string }>("AUTHORIZE", {
      client_id: window.application.id,
      scope,
    });
    const access_token = await tokenFor(emulator, window, code);
    const { scopes, user } = await activity.command("AUTHENTICATE", { access_token });
    expect([scopes, user]).toEqual([scope, expect.objectContaining({ username: "ada" })]);
    expect(await activity.command("GET_CHANNEL_PERMISSIONS")).toEqual({ permissions: "0" });
  });

  it("rejects with the client's error code", async () => {
    await expect(activity.command("GET_CHANNEL", { channel_id: "8" })).rejects.toMatchObject({
      type: 9,
      code: "activity_refused",
      errorCode: 4006,
      message: expect.stringContaining("GET_CHANNEL was rejected with 4006: Not authenticated") as unknown,
    });
    const wrong = [
      activity.command(7 as unknown as string),
      activity.command("CAPTURE_LOG", { big: cyclic }),
    ];
    for (const one of await Promise.allSettled(wrong))
      expect(one).toMatchObject({ reason: { code: "invalid_argument" } });
    expect(await activity.command("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS")).toHaveProperty(
      "participants",
    );
  });

  it("receives the join secret after its subscription is confirmed", async () => {
    const { application, instance, player } = window;
    const { id: applicationId } = application;
    const sent = {
      from: player,
      applicationId,
      instanceId: instance.instance_id,
      content: "",
      secret: "cave",
    };
    const invited = emulator.world.players.findOrAdd("Grace");
    emulator.windows.invitations.send({ ...sent, to: invited });
    const opened = { application, player: invited, instanceId: instance.instance_id };
    const joined = new ScriptedActivity(emulator.windows.open(opened));
    const received: unknown[] = [];
    await joined.subscribe("ACTIVITY_JOIN", (data) => received.push(data));
    expect(received).toEqual([{ applicationId, secret: "cave" }]);
  });

  it("receives subscribed events, even if another listener throws or rejects", async () => {
    const received: number[] = [];
    const listen = (data: Readonly<Record<string, unknown>>) =>
      received.push((data["participants"] as readonly unknown[]).length);
    await activity.subscribe(participants, () => {
      throw new Error("thrown");
    });
    await activity.subscribe(participants, async () => Promise.reject(new Error("rejected")));
    await activity.subscribe(participants, listen);
    openLaunched(emulator, { player: "Grace", channelId: "8" }).close();
    expect(received).toEqual([2, 1]);
    // An unhandled rejection would fail the test run.
    await new Promise((resolve) => setImmediate(resolve));
    await activity.unsubscribe(participants);
    openLaunched(emulator, { player: "Grace", channelId: "8" });
    expect(received).toHaveLength(2);
    await activity.subscribe(participants, listen);
    await activity.subscribe("ORIENTATION_UPDATE", listen);
    window.controls.thermalState = "fair";
    expect(received).toHaveLength(2);
    const noListener = activity.subscribe(participants, 7 as unknown as () => void);
    await expect(noListener).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(activity.subscribe("SPEAKING_START", listen)).rejects.toMatchObject({ errorCode: 4006 });
  });

  it("returns copies of the data", async () => {
    const { participants: players } = await activity.command<{ participants: object[] }>(
      "GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS",
    );
    players.length = 0;
    expect(window.instance.users).toHaveLength(1);
  });

  it("leaves when it closes and rejects pending and later commands", async () => {
    const request = activity.command("AUTHORIZE", { client_id: window.application.id, scope: ["identify"] });
    activity.close();
    expect(window.isClosed).toBe(true);
    const over = {
      code: "activity_closed",
      message: "The Activity's connection was closed: The player has left the Activity.",
    };
    await expect(request).rejects.toMatchObject(over);
    await expect(activity.command("CAPTURE_LOG")).rejects.toMatchObject(over);
    expect(() => new ScriptedActivity(window)).toThrow(
      expect.objectContaining({
        code: "activity_closed",
        message: expect.stringContaining("is closed") as unknown,
      }),
    );
  });

  it("is disconnected when another page opens in its window", async () => {
    const second = new ScriptedActivity(window);
    await expect(activity.command("CAPTURE_LOG")).rejects.toMatchObject({
      message: "The Activity's connection was closed: Another page replaced it.",
    });
    expect(await second.command("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS")).toHaveProperty(
      "participants",
    );
  });
});
