import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Client } from "../../../src/client.ts";
import type { ClientOptions } from "../../../src/client/options.ts";
import { LoggingSeverity } from "../../../src/log/logger.ts";
import {
  answering,
  type Answer,
  type Ends,
  fakeDesktopClient,
  lookForDesktopClientsIn,
  showing,
} from "../../setup/fake-desktop-client.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { throwing } from "../../setup/throwing.ts";

const applicationId = "1234567890123456789";
const party = { id: "party-7", size: [1, 4] as const };
const secret = "the-secret-of-party-7";

beforeEach(() => lookForDesktopClientsIn(temporaryFolder()));
afterEach(() => void vi.unstubAllEnvs());

function createClient(options: ClientOptions = { applicationId }) {
  const client = new Client(options);
  onTestFinished(() => client.close());
  const lines: string[] = [];
  client.AddLogCallback((line) => void lines.push(line), LoggingSeverity.Verbose);
  return { client, presence: client.presence, lines };
}

/** Starts a desktop client that passes its connections to the test. */
async function startDesktopClient(setActivity: Answer = answering({})) {
  const games: Ends[] = [];
  const folder = temporaryFolder();
  const show = showing(setActivity);
  const answer: Answer = (sent, ends) => {
    if (sent.opcode === 0) games.push(ends);
    show(sent, ends);
  };
  const client = await fakeDesktopClient(answer, "discord-ipc-0", folder);
  lookForDesktopClientsIn(folder);
  const dispatch = (evt: string, data: object) =>
    games.at(-1)?.send(1, { cmd: "DISPATCH", evt, data, nonce: null });
  const activities = () =>
    client.sent
      .filter(({ payload }) => payload["cmd"] === "SET_ACTIVITY")
      .map(({ payload }) => (payload["args"] as { activity?: object }).activity);
  return { ...client, dispatch, activities };
}

describe("Client.presence", () => {
  it("shows the activity until it is cleared or the client is closed", async () => {
    const desktop = await startDesktopClient();
    const { client, presence } = createClient();
    expect(presence).toBe(client.presence);
    expect(presence.status).toBe("idle");
    await presence.set({ details: "Round 1" });
    await expect.poll(desktop.activities).toEqual([{ type: 0, details: "Round 1" }]);
    expect(presence.status).toBe("connected");
    await presence.clear();
    await expect.poll(desktop.activities).toHaveLength(2);
    await presence.set({ details: "Round 2" });
    await expect.poll(desktop.activities).toHaveLength(3);
    await client.close();
    const rounds = [{ type: 0, details: "Round 1" }, undefined, { type: 0, details: "Round 2" }, undefined];
    expect(desktop.activities()).toEqual(rounds);
    expect(presence.status).toBe("idle");
  });

  it("has the status `absent` if there is no desktop client", async () => {
    const { presence } = createClient();
    const status: string[] = [];
    presence.on("status", (value) => void status.push(value));
    await presence.set({ details: "Round 1" });
    await expect.poll(() => status).toEqual(["connecting", "absent"]);
  });

  it("rejects an invalid activity and any call before an application is set", async () => {
    await expect(createClient().presence.set({ details: "" })).rejects.toMatchObject({
      type: 6,
      code: "invalid_argument",
      message: expect.stringContaining("activity.details") as unknown,
    });
    const { presence } = createClient({});
    await expect(presence.set({})).rejects.toMatchObject({ code: "missing_application_id" });
    expect(() => presence.on("join", () => undefined)).toThrow("No application id is set.");
    expect(() => presence.on("joined" as "join", () => undefined)).toThrow("event is");
  });

  it("rejects calls after the client is closed", async () => {
    const { client, presence } = createClient();
    await client.close();
    await expect(presence.set({})).rejects.toMatchObject({ code: "client_closed" });
    expect(() => presence.on("status", () => undefined)).toThrow("closed");
  });

  it("reports joins and join requests until the listener is removed", async () => {
    const desktop = await startDesktopClient();
    const { presence } = createClient();
    const heard: string[] = [];
    const remove = presence.on("join", (joined) => void heard.push(joined));
    presence.on("joinRequest", ({ player, accept }) => {
      heard.push(player.name);
      return accept();
    });
    await expect.poll(() => presence.status).toBe("connected");
    desktop.dispatch("ACTIVITY_JOIN", { secret });
    desktop.dispatch("ACTIVITY_JOIN_REQUEST", { user: { id: "7", username: "grace" } });
    await expect.poll(() => heard).toEqual([secret, "grace"]);
    await expect
      .poll(() => desktop.sent.at(-1)?.payload)
      .toMatchObject({
        cmd: "SEND_ACTIVITY_JOIN_INVITE",
        args: { user_id: "7" },
      });
    remove();
    desktop.dispatch("ACTIVITY_JOIN", { secret });
    desktop.dispatch("ACTIVITY_JOIN_REQUEST", { user: { id: "7", username: "grace" } });
    await expect.poll(() => heard).toEqual([secret, "grace", "grace"]);
  });

  it("logs an error from a listener and continues", async () => {
    await startDesktopClient();
    const { presence, lines } = createClient();
    presence.on("status", throwing(new Error("the listener is broken")));
    await presence.set({ details: "Round 1" });
    await expect.poll(() => presence.status).toBe("connected");
    expect(lines.join("\n")).toContain("status failed: Error: the listener is broken");
  });

  it("reports a rejected activity without its secret", async () => {
    const message = `"join" is ${secret}`;
    await startDesktopClient(answering({ code: 4000, message }, "ERROR"));
    const { presence, lines } = createClient();
    const errors: unknown[] = [];
    presence.on("rejected", (error) => void errors.push(error));
    await presence.set({ party, secrets: { join: secret } });
    await expect.poll(() => errors).toMatchObject([{ type: 9, code: "presence_rejected" }]);
    expect(inspect(errors, { depth: 9, showHidden: true })).not.toContain(secret);
    expect(lines.join("\n")).toContain("the error 4000");
    expect(lines.join("\n")).not.toContain(secret);
  });

  it("prints only its status", () => {
    expect(inspect(createClient().presence)).toBe("Presence { status: 'idle' }");
  });
});
