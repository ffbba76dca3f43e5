import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server, type Socket, connect } from "node:net";
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
import { optional, textOf } from "../../../core/check/readers.ts";
import { type EmulatorApplication, readApplication } from "../../state/application.ts";
import { readName } from "../../state/guild-init.ts";
import type { EmulatedJoinRequest } from "../../state/presences.ts";
import { answerDesktopClientPage } from "./page.ts";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ClientError, ErrorType } from "../../../core/errors.ts";
import { desktopClientSockets } from "../../../wire/desktop-client.ts";

/** An emulated desktop client on this machine. It prompts its player to authorize games. @experimental */
export interface EmulatedDesktopClient {
  /** The path of the Unix socket, or the name of the pipe on Windows. */
  readonly path: string;
  /** The environment variables that a program needs to find the socket. Empty on Windows. */
  readonly environment: Readonly<Record<string, string>>;
  /** The open prompts, oldest first. The emulator's web page `/desktop-client` shows them too. */
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
   * Asks to join the party of a game whose activity has a join secret.
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
   * Closes all connections, then listens on the same path again.
   *
   * @throws ClientError `socket_unavailable` (Disabled).
   */
  restart(): Promise<void>;
}

const readTarget = optional(readApplication);

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
    const checked = readTarget(application, "application");
    return [...this.#connections].filter((connection) => connection.requestAuthorization(checked)).length;
  }

  requestToJoin(player: string, application?: EmulatorApplication): EmulatedJoinRequest {
    const { presences } = this.#parts.live.world;
    return presences.requestToJoin(readName(player, "player"), readTarget(application, "application"));
  }

  join(secret: string, application?: EmulatorApplication): number {
    const { presences } = this.#parts.live.world;
    return presences.join(textOf()(secret, "secret"), readTarget(application, "application"));
  }

  async restart(): Promise<void> {
    await this.#stop();
    try {
      await listen(this.#server, this.path);
    } catch (error) {
      throw unavailable(dirname(this.path), error as NodeJS.ErrnoException);
    }
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

/** The maximum length of a socket path on macOS, in bytes. Other platforms allow longer paths. */
const longestPath = 103;

interface DesktopSocket {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}

export async function listenAt(server: Server, folder: string | undefined): Promise<DesktopSocket> {
  // Running out of file descriptors must not close existing connections.
  server.on("error", () => undefined);
  if (process.platform === "win32") {
    const path = await listenAtFirst(server, (name) => `\\\\?\\pipe\\${name}`);
    return { path, environment: {}, remove: () => Promise.resolve() };
  }
  const own = folder ?? (await mkdtemp(join(tmpdir(), "slashpass-desktop-client-")));
  const remove = async () => {
    if (folder === undefined) await rm(own, { recursive: true, force: true });
  };
  try {
    // Node would truncate a longer path and listen elsewhere.
    if (Buffer.byteLength(join(own, "discord-ipc-0")) > longestPath)
      throw Object.assign(new Error("too long"), { code: "ENAMETOOLONG" });
    await mkdir(own, { recursive: true, mode: 0o700 });
    const path = await listenAtFirst(server, (name) => join(own, name));
    return { path, environment: { XDG_RUNTIME_DIR: own }, remove };
  } catch (error) {
    await remove();
    throw unavailable(own, error as NodeJS.ErrnoException);
  }
}

async function listenAtFirst(server: Server, pathOf: (name: string) => string): Promise<string> {
  let failure: unknown;
  for (let index = 0; index < desktopClientSockets; index += 1) {
    const path = pathOf(`discord-ipc-${index}`);
    try {
      await listen(server, path);
      return path;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function listen(server: Server, path: string): Promise<void> {
  if (await isAnswered(path)) throw inUse;
  await once(server.listen(path), "listening");
}

const inUse = Object.assign(new Error("in use"), { code: "EADDRINUSE" });

/** Checks whether a server is already listening, because Wine allows a second listener on the same path. */
async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function unavailable(folder: string, { code = "unknown" }: NodeJS.ErrnoException): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "socket_unavailable",
    message: `The emulator's desktop client cannot listen in ${folder} (${code}).`,
    hint: "Choose a folder with a short path that only this user can access, or omit the option to create one.",
  });
}
