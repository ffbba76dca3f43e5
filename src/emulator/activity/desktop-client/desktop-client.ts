import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { guarded } from "../../../core/check/callback.ts";
import type { LiveWorld } from "../../oauth/live-world.ts";
import { OpenPrompts, readPromptAnswer } from "../prompts.ts";
import { GameConnection, type DesktopClientParts } from "./connection.ts";
import {
  type DesktopClientAnswer,
  type DesktopClientInit,
  type DesktopClientBehavior,
  readBehavior,
  type DesktopClientPrompt,
  type Question,
} from "./init.ts";
import { listenAgain, listenAt, type DesktopSocket } from "./socket.ts";
import { optional, textOf } from "../../../core/check/readers.ts";
import { type EmulatorApplication, readApplication } from "../../state/application.ts";
import { readName } from "../../state/guild-init.ts";
import type { EmulatedJoinRequest } from "../../state/presences.ts";
import { answerDesktopClientPage } from "./page.ts";

/** An emulated desktop client on this machine. It prompts its player to authorize games. @experimental */
export interface EmulatedDesktopClient {
  /** The path of the Unix socket, or the name of the pipe on Windows. */
  readonly path: string;
  /** The environment variables that help a program find the socket. Empty on Windows. */
  readonly environment: Readonly<Record<string, string>>;
  /** The open prompts, oldest first. They are also shown on the emulator's web page `/desktop-client`. */
  readonly prompts: readonly DesktopClientPrompt[];
  /** How prompts are answered. @throws ClientError `invalid_argument` (ValidationError). */
  answer: DesktopClientAnswer;
  /** How the client behaves. @throws ClientError `invalid_argument` (ValidationError). */
  behavior: DesktopClientBehavior;
  /**
   * Requests account linking from running games, as the client's settings page does.
   *
   * @param application - Default: every game that has registered for such requests (`RegisterAuthorizeRequestCallback`).
   * @returns the number of games that received the request.
   */
  requestAuthorization(application?: EmulatorApplication): Promise<number>;
  /**
   * Asks to join the party of a game that shows an activity with a secret.
   *
   * @param player - The asking player's name.
   * @param application - Default: every game whose activity can be joined.
   * @throws ClientError `not_found` if there is no such activity; `invalid_argument` (ValidationError).
   */
  requestToJoin(player: string, application?: EmulatorApplication): EmulatedJoinRequest;
  /**
   * Passes a party's secret to the running games, as if the player had joined the party in the client.
   *
   * @returns the number of games that received it.
   * @throws ClientError `invalid_argument` (ValidationError).
   */
  join(secret: string, application?: EmulatorApplication): number;
  /**
   * Closes all connections and starts again at the same path.
   *
   * @throws ClientError `socket_unavailable` (Disabled).
   */
  restart(): Promise<void>;
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
    const { folder, player, answer = "ask", behavior = "polite" } = init;
    const { players } = live.world;
    const selected = player === undefined ? players.first : players.findOrAdd(player);
    const server = createServer();
    const socket = await listenAt(server, folder);
    const parts = { live, prompts: new OpenPrompts<Question>(), player: selected, behavior };
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

  get behavior(): DesktopClientBehavior {
    return this.#parts.behavior;
  }

  set behavior(behavior: DesktopClientBehavior) {
    this.#parts.behavior = readBehavior(behavior, "behavior");
  }

  async requestAuthorization(application?: EmulatorApplication): Promise<number> {
    const checked = optional(readApplication)(application, "application");
    return [...this.#connections].filter((connection) => connection.requestAuthorization(checked)).length;
  }

  requestToJoin(player: string, application?: EmulatorApplication): EmulatedJoinRequest {
    const checked = optional(readApplication)(application, "application");
    return this.#parts.live.world.presences.requestToJoin(readName(player, "player"), checked);
  }

  join(secret: string, application?: EmulatorApplication): number {
    const checked = optional(readApplication)(application, "application");
    return this.#parts.live.world.presences.join(textOf()(secret, "secret"), checked);
  }

  async restart(): Promise<void> {
    await this.#stop();
    await listenAgain(this.#server, this.path);
  }

  answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return answerDesktopClientPage(this.#parts, request, response);
  }

  async close(): Promise<void> {
    await this.#stop();
    await this.#socket.remove();
  }

  async #stop(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #receive(socket: Socket): void {
    const connection = new GameConnection(socket, this.#parts);
    this.#connections.add(connection);
    const forget = () => this.#connections.delete(connection);
    socket.on("close", guarded(forget, forget));
  }
}

const drop = (_error: unknown, socket: Socket) => socket.destroy();
