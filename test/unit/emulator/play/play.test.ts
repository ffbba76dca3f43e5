import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { program } from "../../../../src/emulator/play/browser/main.ts?program";
import { Play } from "../../../../src/emulator/play/play.ts";
import { Refusal } from "../../../../src/emulator/base/refusal.ts";
import { sendJson as answerJson } from "../../../../src/emulator/base/http.ts";
import { World } from "../../../../src/emulator/world/world.ts";
import { type LocalServer, say, useGame, startServer } from "../../../setup/emulator/game.ts";
import { sendJson } from "../../../setup/emulator/requests.ts";

const world = new World({});
const [application] = world.applications;
const book = world.commandsOf(application.id);

let server: LocalServer;
const game = await useGame(application);
beforeAll(async () => {
  const play = { answer: async (): Promise<void> => undefined } as Pick<Play, "answer">;
  server = await startServer((request, response) => {
    play.answer(request, response).catch((error: unknown) => {
      if (error instanceof Refusal) answerJson(response, error.status, error.body);
      else answerJson(response, 500, {});
    });
  });
  const real = new Play(world, server.url);
  play.answer = (request, response) => real.answer(request, response);
});
afterAll(() => server.close());

/** What the script of the page sends. */
function ask(path: string, asked: object) {
  return sendJson(`${server.url}play/${path}`, "POST", { player: "Ada", values: {}, ...asked });
}

/** The page as it is at an address. */
async function pageAt(where: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`${server.url}?${new URLSearchParams(where).toString()}`);
  return response.text();
}

const button = { type: 2, style: 1, custom_id: "vote", label: "Vote" };
const lobby = { type: 4, data: { content: "The lobby", components: [{ type: 1, components: [button] }] } };
const form = {
  custom_id: "form",
  title: "Form",
  components: [{ type: 18, label: "Name", component: { type: 4, style: 1, custom_id: "name" } }],
};

describe("the page", () => {
  it("shows the commands, and has a script and nothing else that runs", async () => {
    book.upsert("global", { name: "ping", description: "Answers with pong" });
    const response = await fetch(server.url);
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(await response.text()).toContain("/ping");
    const script = await fetch(`${server.url}play/script.js`);
    expect([script.headers.get("content-type"), await script.text()]).toEqual(["text/javascript", program]);
  });

  it("keeps other hosts and other sites' forms out", async () => {
    const body = new URLSearchParams({ command: "ping" });
    const forged = await fetch(`${server.url}play/use`, { method: "POST", body });
    expect(forged.status).toBe(404);
    const { port } = new URL(server.url);
    const headers = { host: "evil.example" };
    const [other] = (await once(get({ host: "127.0.0.1", port, headers }), "response")) as [IncomingMessage];
    expect(other.resume().statusCode).toBe(421);
  });

  it.each(["GET", "DELETE"])("answers %s of nothing with 404", async (method) => {
    expect((await fetch(`${server.url}play/use`, { method })).status).toBe(404);
    expect((await ask("unknown", {})).status).toBe(404);
  });
});

describe("a player", () => {
  it("whose page shows a command as it was before is told so, and can use it from then on", async () => {
    const change = (description: string) => book.upsert("global", { name: "dive", description });
    change("Dives");
    const [, window] = /data-window="(\d+)"/.exec(await pageAt({})) ?? [];
    change("Dives deeper");
    const { body } = await ask("use", { command: "/dive", window });
    expect(body).toMatchObject({
      notes: [expect.stringContaining("This command is outdated"), expect.any(String)],
    });
    expect((await ask("use", { command: "/dive", window })).body).toMatchObject({
      messages: [{ content: "done" }],
    });
    expect((await ask("use", { command: "/dive", window: "no page" })).body).toMatchObject({
      messages: [{ content: "done" }],
    });
  });

  it("uses a command, in its subcommand, and sees what the game says", async () => {
    const option = { type: 1, name: "set", description: "Sets" };
    book.upsert("global", { name: "color", description: "Colors", options: [option] });
    const { status, body } = await ask("use", { command: "/color set", player: "Grace" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: expect.any(String), notes: [], messages: [{ content: "done" }] });
    expect(game.payloads).toMatchObject([
      { user: { global_name: "Grace" }, data: { options: [{ name: "set" }] } },
    ]);
    expect((await ask("view", { id: body["id"] })).body).toEqual(body);
  });

  it("is suggested what the game suggests", async () => {
    const option = { type: 3, name: "color", description: "Which", autocomplete: true };
    book.upsert("global", { name: "guess", description: "Guesses", options: [option] });
    const choices = [{ name: "Red", value: "red" }];
    game.answer = () => ({ type: 8, data: { choices } });
    expect((await ask("suggest", { command: "/guess", option: "color", text: "r" })).body).toEqual({
      choices,
    });
  });

  it("presses a button of a message that is shown, and fills the form that it opens", async () => {
    game.answer = () => lobby;
    const { body } = await ask("use", { command: "ping" });
    const [{ id: message } = { id: "" }] = body["messages"] as { id: string }[];
    game.answer = () => ({ type: 9, data: form });
    const pressed = await ask("press", { id: body["id"], message, customId: "vote" });
    expect(pressed.body).toMatchObject({ form: { title: "Form", controls: [{ label: "Name" }] } });
    game.answer = () => say("sent");
    const sent = await ask("submit", { id: pressed.body["id"], fields: { name: "Reef" } });
    expect(sent.body).toMatchObject({ messages: [{ content: "sent" }] });
    expect(game.payloads.at(-1)).toMatchObject({ message: { id: message }, data: { custom_id: "form" } });
  });

  it("cannot press or send what is not shown", async () => {
    const { body } = await ask("use", { command: "ping" });
    for (const [path, asked] of [
      ["press", { id: body["id"], message: "0", customId: "vote" }],
      ["press", { id: "unknown", message: "0", customId: "vote" }],
      ["submit", { id: body["id"], fields: {} }],
      ["view", { id: "unknown" }],
    ] as const) {
      expect((await ask(path, asked)).status).toBe(404);
    }
  });

  it("uses a command on somebody, and picks from a menu, in a guild", async () => {
    const guild = world.addGuild({ name: "Reef" });
    const place = { guild: guild.id, channel: guild.channels[0]?.id };
    book.upsert("global", { type: 2, name: "Wave" });
    const menu = { type: 5, custom_id: "who" };
    game.answer = () => ({
      type: 4,
      data: { content: "Whom?", components: [{ type: 1, components: [menu] }] },
    });
    const { body } = await ask("use", { ...place, command: "Wave", target: "Grace" });
    const [{ id: message } = { id: "" }] = body["messages"] as { id: string }[];
    game.answer = () => say("done");
    await ask("press", {
      ...place,
      id: body["id"],
      message,
      customId: "who",
      chosen: ["Ada"],
      player: "Grace",
    });
    expect(game.payloads).toMatchObject([
      { guild_id: guild.id, data: { target_id: world.players.findOrAdd("Grace").id } },
      { member: { user: { global_name: "Grace" } }, data: { values: [world.players.first.id] } },
    ]);
    const page = await pageAt({ player: "Grace", guild: guild.id });
    expect(page).toContain('<option value="Grace" selected>Grace</option>');
    expect(page).toContain('<dt>Example Game</dt><dd dir="auto">Whom?</dd>');
  });

  it("who is sent where nobody can be is where everybody starts", async () => {
    const sailing = world.addGuild({ name: "Sailing", members: [{ player: "Grace" }] });
    const lost = { guild: sailing.id, player: "Ada", application: "5" };
    const page = await pageAt(lost);
    expect(page).toContain('<option value="" selected>None: direct messages</option>');
    const elsewhere = { guild: sailing.id, channel: "5", player: "Grace", application: "" };
    const there = await pageAt(elsewhere);
    expect(there).toContain(`<option value="${sailing.id}" selected>Sailing</option>`);
  });

  it("launches an Activity, and sees who joins", async () => {
    game.answer = () => ({ type: 12 });
    const { body } = await ask("use", { command: "ping" });
    const title = expect.stringMatching(/^Activity i-\d+-pc-\w+ launched for Ada$/);
    expect(body).toMatchObject({ activity: { title, players: ["Ada"] } });
    const joined = await ask("join", { id: body["id"], player: "Grace" });
    expect(joined.body).toMatchObject({ activity: { players: ["Ada", "Grace"] } });
    vi.spyOn(world.activities, "find").mockReturnValue(undefined);
    const over = await ask("view", { id: body["id"] });
    expect(over.body).toMatchObject({ activity: { players: ["Ada"] } });
    vi.restoreAllMocks();
  });

  it("who joins nothing is told so", async () => {
    const { body } = await ask("use", { command: "ping" });
    expect((await ask("join", { id: body["id"] })).body).toMatchObject({
      notes: [expect.stringContaining("No Activity runs"), ""],
    });
  });

  it("sees in words why the game does not answer", async () => {
    const { url } = game;
    game.answer = () => expect.unreachable();
    vi.spyOn(application, "endpoint", "get").mockReturnValue(undefined);
    const { status, body } = await ask("use", { command: "ping" });
    vi.restoreAllMocks();
    expect([status, body["notes"]]).toEqual([
      200,
      [
        "The application has no interactions endpoint, and its bot is not at the gateway.",
        expect.stringContaining("setInteractionsEndpoint"),
      ],
    ]);
    expect(application.interactionsEndpoint).toBe(url);
  });
});

describe("a developer", () => {
  it("enters the endpoint, which is checked", async () => {
    const url = `${game.url}again`;
    expect((await ask("endpoint", { url })).body).toEqual({
      notes: [`The game answers. Interactions go to ${url} from now on.`],
    });
    const { body } = await ask("endpoint", { url: server.url });
    expect(body["notes"]).toEqual([
      expect.stringContaining("answered PING with status 404"),
      expect.any(String),
    ]);
    expect(application.interactionsEndpoint).toBe(url);
  });

  it("is told 500 where the emulator itself is at fault", async () => {
    vi.spyOn(application, "setInteractionsEndpoint").mockRejectedValue(new Error("A fault of our own"));
    expect((await ask("endpoint", { url: game.url })).status).toBe(500);
    vi.restoreAllMocks();
  });
});

describe("faults and time", () => {
  it("are changed by the page", async () => {
    const { status, body } = await ask("fault", { fault: { answer: "drop", path: "/nowhere" } });
    expect([status, body]).toMatchObject([200, { faults: [expect.stringContaining("/nowhere")] }]);
    expect(world.faults.all).toHaveLength(1);
    expect(await ask("no-faults", {})).toMatchObject({ body: { faults: [] } });
    expect(await ask("advance", { time: "soon" })).toMatchObject({
      status: 200,
      body: { notes: [expect.stringContaining("time"), ""] },
    });
    expect(await pageAt({})).toContain("Faults and time");
  });
});
