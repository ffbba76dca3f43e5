import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { guarded } from "../../../core/check/callback.ts";
import type { LiveWorld } from "../../oauth/live-world.ts";
import { OpenPrompts, readPromptAnswer } from "../rpc/prompts.ts";
import { GameConnection, type DesktopClientParts } from "./connection.ts";
import {
  type DesktopClientAnswer,
  type DesktopClientInit,
  type DesktopClientManner,
  readManner,
} from "./init.ts";
import { listenAt, type Place } from "./place.ts";
import { answerDesktopClientPage } from "./page.ts";
import type { DesktopClientPrompt, Question } from "./prompt.ts";

/** The service's client on this machine, which asks its player what a game wants to know. */
export interface EmulatedDesktopClient {
  /** The socket, or the pipe on Windows. */
  readonly path: string;
  /** The environment variables with which a program finds it: none on Windows. */
  readonly environment: Readonly<Record<string, string>>;
  /** The questions that are shown now, the oldest first; a person finds them at `/desktop-client` of the emulator's pages. */
  readonly prompts: readonly DesktopClientPrompt[];
  /** What becomes of the next question. @throws ClientError `invalid_argument` (ValidationError). */
  answer: DesktopClientAnswer;
  /** How it behaves from now on. @throws ClientError `invalid_argument` (ValidationError). */
  manner: DesktopClientManner;
}

/** The desktop client of one emulator. */
export class DesktopClient implements EmulatedDesktopClient {
  readonly #connections = new Set<GameConnection>();
  readonly #parts: Changing<DesktopClientParts>;
  readonly #server: Server;
  readonly #place: Place;

  private constructor(parts: DesktopClientParts, server: Server, place: Place) {
    this.#parts = parts;
    this.#server = server;
    this.#place = place;
    server.on(
      "connection",
      guarded(
        (socket: Socket) => this.#receive(socket),
        (_error, socket) => socket.destroy(),
      ),
    );
  }

  /** @throws ClientError `socket_unavailable` (Disabled). */
  static async start(live: LiveWorld, init: DesktopClientInit): Promise<DesktopClient> {
    const { folder, player, answer = "ask", manner = "polite" } = init;
    const { players } = live.world;
    const asked = player === undefined ? players.first : players.findOrAdd(player);
    const server = createServer();
    const place = await listenAt(server, folder);
    const parts = { live, prompts: new OpenPrompts<Question>(), player: asked, manner };
    parts.prompts.answer = answer;
    return new DesktopClient(parts, server, place);
  }

  get path(): string {
    return this.#place.path;
  }

  get environment(): Readonly<Record<string, string>> {
    return this.#place.environment;
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

  /** The page of the questions. */
  answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return answerDesktopClientPage(this.#parts.prompts, request, response);
  }

  /** Hangs up on everybody; nothing is left. */
  async close(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.#place.remove();
  }

  #receive(socket: Socket): void {
    const connection = new GameConnection(socket, this.#parts);
    this.#connections.add(connection);
    const forget = () => this.#connections.delete(connection);
    socket.on("close", guarded(forget, forget));
  }
}

type Changing<Parts> = { -readonly [Part in keyof Parts]: Parts[Part] };
