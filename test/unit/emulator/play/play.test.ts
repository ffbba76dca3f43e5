import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { program } from "../../../../src/emulator/play/browser/main.ts?program";
import { Play } from "../../../../src/emulator/play/play.ts";
import { Refusal } from "../../../../src/emulator/base/refusal.ts";
import { sendJson as answerJson } from "../../../../src/emulator/base/http.ts";
import { World } from "../../../../src/emulator/world/world.ts";
import { type Game, type LocalServer, say, startGame, startServer } from "../../../setup/emulator/game.ts";
import { sendJson } from "../../../setup/emulator/requests.ts";

const world = new World({});
const [application] = world.applications;
const book = world.commandsOf(application.id);

let server: LocalServer;
let game: Game;
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
  game = await startGame(application.publicKey);
  await application.setInteractionsEndpoint(game.url);
});
beforeEach(() => {
  game.payloads.length = 0;
  game.answer = () => say("done");
});
afterAll(async () => {
  await game.close();
  await server.close();
});

/** What the script of the page sends. */
function ask(path: string, asked: object) {
  return sendJson(`${server.url}play/${path}`, "POST", { player: "Ada", path: [], options: [], ...asked });
}

const button = { type: 2, style: 1, custom_id: "vote", label: "Vote" };
const lobby = { type: 4, data: { content: "The lobby", components: [{ type: 1, components: [button] }] } };
const form = {
  custom_id: "form",
  title: "Form",
  components: [{ type: 4, custom_id: "name", label: "Name" }],
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
  it("uses a command, in its subcommand, and sees what the game says", async () => {
    const option = { type: 1, name: "set", description: "Sets" };
    book.upsert("global", { name: "color", description: "Colors", options: [option] });
    const { status, body } = await ask("use", { command: "color", path: ["set"], player: "Grace" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: expect.any(String), notes: [], messages: [{ texts: ["done"] }] });
    expect(game.payloads).toMatchObject([
      { user: { global_name: "Grace" }, data: { options: [{ name: "set" }] } },
    ]);
    expect((await ask("view", { id: body["id"] })).body).toEqual(body);
  });

  it("is suggested what the game suggests", async () => {
    const choices = [{ name: "Red", value: "red" }];
    game.answer = () => ({ type: 8, data: { choices } });
    expect((await ask("suggest", { command: "ping" })).body).toEqual({ choices });
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
    expect(sent.body).toMatchObject({ messages: [{ texts: ["sent"] }] });
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
    vi.spyOn(application, "interactionsEndpoint", "get").mockReturnValue(undefined);
    const { status, body } = await ask("use", { command: "ping" });
    vi.restoreAllMocks();
    expect([status, body["notes"]]).toEqual([
      200,
      ["The application has no interactions endpoint.", expect.stringContaining("setInteractionsEndpoint")],
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
