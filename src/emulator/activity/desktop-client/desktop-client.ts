import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { guarded } from "../../../core/check/callback.ts";
import type { LiveWorld } from "../../oauth/live-world.ts";
import { OpenPrompts, readPromptAnswer } from "../prompts.ts";
import { GameConnection, type DesktopClientParts } from "./connection.ts";
import {
  type DesktopClientAnswer,
  type DesktopClientInit,
  type DesktopClientManner,
  readManner,
  type DesktopClientPrompt,
  type Question,
  type DesktopClientPrompts,
} from "./init.ts";
import { listenAt, type DesktopSocket } from "./socket.ts";
import { drawAvatar } from "../../base/avatar.ts";
import { escapeHtml, respondPage } from "../../base/page.ts";
import { readFormBody } from "../../base/http.ts";
import { optional } from "../../../core/check/readers.ts";
import { type EmulatorApplication, readApplication } from "../../state/application.ts";
import { listScopes } from "../../oauth/sign-in-views.ts";

/** The emulated desktop client on this machine, which prompts its player to authorize games. */
export interface EmulatedDesktopClient {
  /** The path of the Unix socket; on Windows, the name of the pipe. */
  readonly path: string;
  /** The environment variables through which a program finds the socket; empty on Windows. */
  readonly environment: Readonly<Record<string, string>>;
  /** The open prompts, oldest first; also shown at `/desktop-client` on the emulator's web pages. */
  readonly prompts: readonly DesktopClientPrompt[];
  /** How prompts are answered. @throws ClientError `invalid_argument` (ValidationError). */
  answer: DesktopClientAnswer;
  /** How the client behaves. @throws ClientError `invalid_argument` (ValidationError). */
  manner: DesktopClientManner;
  /**
   * Requests account linking from running games, as in the client's settings.
   *
   * @param application - Default: each game that has registered for such requests (`RegisterAuthorizeRequestCallback`).
   * @returns the number of games that received the request.
   */
  requestAuthorization(application?: EmulatorApplication): Promise<number>;
}

export class DesktopClient implements EmulatedDesktopClient {
  readonly #connections = new Set<GameConnection>();
  readonly #parts: DesktopClientParts;
  readonly #server: Server;
  readonly #socket: DesktopSocket;
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;

  private constructor(parts: DesktopClientParts, server: Server, listening: DesktopSocket) {
    this.#parts = parts;
    this.#server = server;
    this.#socket = listening;
    this.path = listening.path;
    this.environment = listening.environment;
    const receive = (socket: Socket) => this.#receive(socket);
    server.on("connection", guarded(receive, drop));
  }

  /** @throws ClientError `socket_unavailable` (Disabled). */
  static async start(live: LiveWorld, init: DesktopClientInit): Promise<DesktopClient> {
    const { folder, player, answer = "ask", manner = "polite" } = init;
    const { players } = live.world;
    const selected = player === undefined ? players.first : players.findOrAdd(player);
    const server = createServer();
    const socket = await listenAt(server, folder);
    const parts = { live, prompts: new OpenPrompts<Question>(), player: selected, manner };
    parts.prompts.answer = answer;
    return new DesktopClient(parts, server, socket);
  }

  get prompts(): readonly DesktopClientPrompt[] {
    return this.#parts.prompts.all;
  }

  get answer(): DesktopClientAnswer {
    return this.#parts.prompts.answer;
  }

  set answer(answer: DesktopClientAnswer) {
    this.#parts.prompts.answer = readPromptAnswer(answer, "answer");
  }

  get manner(): DesktopClientManner {
    return this.#parts.manner;
  }

  set manner(manner: DesktopClientManner) {
    this.#parts.manner = readManner(manner, "manner");
  }

  async requestAuthorization(application?: EmulatorApplication): Promise<number> {
    const checked = optional(readApplication)(application, "application");
    const requests = [...this.#connections].map((connection) => connection.requestAuthorization(checked));
    return (await Promise.all(requests)).filter(Boolean).length;
  }

  answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return answerDesktopClientPage(this.#parts.prompts, request, response);
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.#socket.remove();
  }

  #receive(socket: Socket): void {
    const connection = new GameConnection(socket, this.#parts);
    this.#connections.add(connection);
    const forget = () => this.#connections.delete(connection);
    socket.on("close", guarded(forget, forget));
  }
}

const drop = (_error: unknown, socket: Socket) => socket.destroy();

async function answerDesktopClientPage(
  prompts: DesktopClientPrompts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "POST") {
    const form = await readFormBody(request);
    const prompt = prompts.find(form.get("prompt") ?? "");
    if (form.get("answer") === "accept") prompt?.accept();
    else prompt?.deny();
    response.writeHead(303, { location: "/desktop-client" }).end();
    return;
  }
  const entries = prompts.entries.map(([id, prompt]) => describePrompt(id, prompt));
  const body = entries.length > 0 ? entries.join("<hr>\n") : "<p>There are no pending requests.</p>";
  respondPage(response, 200, "Desktop client", body);
}

function describePrompt(id: string, { application, player, scopes }: DesktopClientPrompt): string {
  return `${drawAvatar(application, "application")}
<h2>${escapeHtml(application.name)} wants to</h2>
${listScopes(scopes)}
<div class="player">${drawAvatar(player, "player")}
<p>You are signed in as ${escapeHtml(player.name)}.</p></div>
<form method="post">
<input type="hidden" name="prompt" value="${escapeHtml(id)}">
<button class="main" name="answer" value="accept">Authorize</button>
<button name="answer" value="deny">Cancel</button>
</form>`;
}
