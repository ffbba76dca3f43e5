import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, describe, expect, it, vi } from "vitest";
import { program } from "../../../../src/emulator/page/browser/main.tsx?program";
import type { PlayState } from "../../../../src/emulator/page/model/view.ts";
import { say, useGame } from "../../../setup/emulator/game.ts";
import { startOpenEmulator } from "../../../setup/emulator/live-world.ts";
import { sendJson } from "../../../setup/emulator/requests.ts";

const emulator = await startOpenEmulator({ world: { applications: [{ activities: true }] } });
afterAll(() => emulator[Symbol.asyncDispose]());
const { world } = emulator;
const address = `${emulator.webBase}/`;
const [application] = world.applications;
const book = application.commands;
const game = await useGame(application);

/** Sends a request as the page's script does. */
function ask(path: string, request: object) {
  return sendJson(`${address}play/${path}`, "POST", { player: "Ada", values: {}, ...request });
}

/** Streams states to a page until `fits` returns `true`, then returns the last one. */
async function streamedState(where: Readonly<Record<string, string>>, fits = () => true): Promise<PlayState> {
  const end = new AbortController();
  const url = `${address}play/live?${new URLSearchParams(where).toString()}`;
  const response = await fetch(url, { signal: end.signal });
  let text = "";
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(bytes).toString();
    if (text.endsWith("\n\n") && fits()) break;
  }
  end.abort();
  const [last = ""] = [...text.matchAll(/^event: state\ndata: (.*)$/gm)].map(([, data]) => data).toReversed();
  return JSON.parse(last) as PlayState;
}

const button = { type: 2, style: 1, custom_id: "vote", label: "Vote" };
const lobby = { type: 4, data: { content: "The lobby", components: [{ type: 1, components: [button] }] } };
const form = {
  custom_id: "form",
  title: "Form",
  components: [{ type: 18, label: "Name", component: { type: 4, style: 1, custom_id: "name" } }],
};

describe("the page", () => {
  it("has a strict content security policy and none of the application's content", async () => {
    book.upsert("global", { name: "ping", description: "Answers with pong" });
    const response = await fetch(address);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'sha256-");
    for (const rule of ["connect-src 'self'", "require-trusted-types-for 'script'"])
      expect(policy).toContain(`; ${rule}`);
    const { port } = new URL(address);
    expect(policy).toContain(`; frame-src http://${application.id}.localhost:${port};`);
    expect(policy).not.toContain("unsafe");
    const page = await response.text();
    expect(page).toContain('<script src="/play/script.js"></script>');
    for (const output of [application.name, application.id, application.clientSecret, "ping"])
      expect(page).not.toContain(output);
    const script = await fetch(`${address}play/script.js`);
    expect([script.headers.get("content-type"), await script.text()]).toEqual(["text/javascript", program]);
  });

  it("rejects other hosts and forms from other sites", async () => {
    const body = new URLSearchParams({ command: "ping" });
    const forged = await fetch(`${address}play/use`, { method: "POST", body });
    expect(forged.status).toBe(404);
    const { port } = new URL(address);
    const headers = { host: "evil.example" };
    const [other] = (await once(get({ host: "127.0.0.1", port, headers }), "response")) as [IncomingMessage];
    expect(other.resume().statusCode).toBe(421);
    const origin = { origin: "http://evil.example", "content-type": "application/json" };
    for (const [path, method] of [
      ["play/live", "GET"],
      ["play/use", "POST"],
      ["", "GET"],
    ] as const)
      expect((await fetch(address + path, { method, headers: origin })).status).toBe(421);
    const own = { origin: new URL(address).origin };
    expect((await fetch(address, { headers: own })).status).toBe(200);
  });

  it("receives changes as they happen", async () => {
    const appears = { name: "appears", description: "Appears" };
    let exists = false;
    const streamed = streamedState({}, () => {
      if (exists) return true;
      exists = Boolean(book.upsert("global", appears));
      world.clock.advance(200);
      return false;
    });
    expect((await streamed).commands.map(({ title }) => title)).toContain("/appears");
  });

  it.each(["GET", "DELETE"])("responds to %s on an unknown path with 404", async (method) => {
    expect((await fetch(`${address}play/use`, { method })).status).toBe(404);
    expect((await ask("unknown", {})).status).toBe(404);
  });
});

describe("a player", () => {
  it("is notified of an outdated command and can use it afterwards", async () => {
    const change = (description: string) => book.upsert("global", { name: "dive", description });
    change("Dives");
    // The page must not reload the command before the player uses it.
    const polling = vi.spyOn(world.clock, "after").mockReturnValue(() => undefined);
    const { tab } = await streamedState({});
    polling.mockRestore();
    change("Dives deeper");
    const { body } = await ask("use", { command: "/dive", tab });
    expect(body).toMatchObject({
      problem: { message: expect.stringContaining("This command is outdated"), hint: expect.any(String) },
    });
    for (const known of [tab, "no page"])
      expect((await ask("use", { command: "/dive", tab: known })).body).toEqual({});
    expect(game.payloads).toHaveLength(2);
  });

  it("presses a message's button and submits the form that opens", async () => {
    game.answer = () => lobby;
    await ask("use", { command: "ping" });
    const message = (await streamedState({})).messages.at(-1)?.id;
    game.answer = () => ({ type: 9, data: form });
    const pressed = await ask("press", { message, customId: "vote" });
    expect(pressed.body).toMatchObject({ form: { title: "Form", controls: [{ label: "Name" }] } });
    game.answer = () => say("sent");
    const { id } = pressed.body["form"] as { id: string };
    expect((await ask("submit", { form: id, fields: { name: "Reef" } })).body).toEqual({});
    expect((await streamedState({})).messages.at(-1)).toMatchObject({ content: "sent" });
    expect(game.payloads.at(-1)).toMatchObject({ message: { id: message }, data: { custom_id: "form" } });
  });

  it("cannot use unknown messages or forms", async () => {
    expect((await ask("press", { message: "0", customId: "vote" })).body).toMatchObject({
      problem: { message: expect.stringContaining("no message") },
    });
    expect((await ask("submit", { form: "unknown", fields: {} })).status).toBe(404);
    expect(game.payloads).toEqual([]);
  });

  it("starts in the default location if the requested location is unavailable", async () => {
    const sailing = world.addGuild({ name: "Sailing", members: [{ player: "Grace" }] });
    const lost = { guild: sailing.id, player: "Ada", application: "5" };
    expect((await streamedState(lost)).guild).toBeUndefined();
    const elsewhere = { guild: sailing.id, channel: "5", player: "Grace", application: "" };
    expect((await streamedState(elsewhere)).guild).toEqual({ id: sailing.id, name: "Sailing" });
  });

  it("launches an Activity without a page and sees players join and leave", async () => {
    game.answer = () => ({ type: 12 });
    expect((await ask("use", { command: "ping" })).body).toEqual({});
    const [{ id, players } = { id: "", players: [] }] = (await streamedState({})).activities;
    expect([id, players]).toEqual([expect.stringMatching(/^i-\d+-pc-\w+$/), ["Ada"]]);
    expect((await ask("join", { activity: id, player: "Grace" })).body).toEqual({});
    expect(await streamedState({})).toMatchObject({
      activities: [{ id, players: ["Ada", "Grace"] }],
      windows: [],
    });
    for (const player of ["Ada", "Grace"]) await ask("leave", { activity: id, player });
    expect((await streamedState({})).activities).toEqual([]);
  });

  it("opens a window for a launched Activity that has a page", async () => {
    game.answer = () => ({ type: 12 });
    expect((await ask("activity", { url: "http://127.0.0.1:9/" })).body).toEqual({
      notes: ["The Activity is now at http://127.0.0.1:9/"],
    });
    const { body } = await ask("use", { command: "ping" });
    expect(body).toEqual({ window: expect.any(String) });
    const window = String(body["window"]);
    expect((await streamedState({})).windows).toMatchObject([{ ticket: window, players: [{ name: "Ada" }] }]);
    expect((await ask("leave", { opened: window })).body).toEqual({});
    expect(await streamedState({})).toMatchObject({ activities: [], windows: [] });
    expect((await ask("activity", { url: "" })).body).toEqual({
      notes: ["The Activity no longer has a URL."],
    });
  });

  it("sees a note after launching an Activity from another application's message", async () => {
    const other = world.addApplication({ name: "Sailing" });
    const { id: guild, channels } = world.addGuild({ name: "Wreck" });
    const location = { guild, channel: channels[0]?.id };
    game.answer = () => lobby;
    await ask("use", { ...location, command: "ping" });
    const message = (await streamedState({ guild })).messages.at(-1)?.id;
    game.answer = () => ({ type: 12 });
    const vote = { ...location, application: other.id, message, customId: "vote" };
    const { body } = await ask("press", vote);
    expect(body).toMatchObject({
      notes: [expect.stringContaining("The running Activity belongs to Example Game")],
    });
  });
});

describe("a developer", () => {
  it("sets an endpoint after the emulator checks it", async () => {
    const url = `${game.url}again`;
    expect((await ask("endpoint", { url })).body).toEqual({
      notes: [`The endpoint responds. Interactions now go to ${url}`],
    });
    const { body } = await ask("endpoint", { url: address });
    expect(body["problem"]).toEqual({
      message: expect.stringContaining("responded to PING with status 404"),
      hint: expect.any(String),
    });
    expect(application.interactionsEndpoint).toBe(url);
  });

  it("receives status 500 for an internal emulator error", async () => {
    vi.spyOn(application, "setInteractionsEndpoint").mockRejectedValue(new Error("A fault of our own"));
    expect((await ask("endpoint", { url: game.url })).status).toBe(500);
    vi.restoreAllMocks();
  });
});
