import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import { guarded } from "../../core/check/callback.ts";
import { GatewayCloseCode } from "../../wire/gateway.ts";
import { gatewayPath, gatewayUrl, urlOf } from "../base/http.ts";
import { refuseUpgrade, type Upgrade, loadWebSockets } from "../base/sockets.ts";
import type { Guild } from "../state/guild.ts";
import type { Happening } from "../state/world-events.ts";
import type { World } from "../state/world.ts";
import { hears } from "./audience.ts";
import { Closing } from "./closing.ts";
import { GatewayConnection, type GatewayParts } from "./connection.ts";
import { MemberRequests } from "./member-requests.ts";
import { introduce, isOfSession } from "./ready.ts";
import { Sessions } from "./sessions.ts";

/** Connections at a time; of more than that, the oldest ends. */
const mostConnections = 200;
/** How much of a message is read at all: enough to see that it is too long. */
const longestMessage = 64 * 1024;

/** Where bots that keep a connection hear of what happens (Discord documentation, Gateway). */
export class Gateway {
  readonly #parts: GatewayParts;
  readonly #connections = new Set<GatewayConnection>();
  /** Whose handshake is not done. */
  readonly #arriving = new Set<Duplex>();
  readonly #deafen: readonly (() => void)[];
  #sockets: WebSocketServer | undefined;

  /** @param webBase - where the server listens. */
  constructor(world: World, webBase: string) {
    this.#parts = {
      world,
      sessions: new Sessions(world),
      memberRequests: new MemberRequests(world),
      url: gatewayUrl(webBase),
    };
    this.#deafen = [
      world.happenings.listen((happening) => this.#dispatch(happening)),
      world.guilds.listen((guild) => this.#introduce(guild)),
    ];
  }

  get connections(): readonly GatewayConnection[] {
    return [...this.#connections];
  }

  /** Lets a bot in. */
  async upgrade({ request, socket, head }: Upgrade): Promise<void> {
    // It may end at any time, and the WebSocket has its own listener later.
    const drop = () => socket.destroy();
    socket.on("error", guarded(drop, drop));
    const { pathname, searchParams } = urlOf(request);
    if (pathname.replace(/\/$/, "") !== gatewayPath) return refuseUpgrade(socket);
    this.#arriving.add(socket);
    const { WebSocketServer: Sockets } = await loadWebSockets().finally(() => this.#arriving.delete(socket));
    if (socket.destroyed) return;
    this.#sockets ??= new Sockets({ noServer: true, clientTracking: false, maxPayload: longestMessage });
    const admit = (opened: WebSocket) => this.#admit(opened, searchParams);
    this.#sockets.handleUpgrade(
      request,
      socket,
      head,
      guarded(admit, (_error, opened) => opened.terminate()),
    );
  }

  /** Ends every connection. */
  close(): void {
    for (const deafen of this.#deafen) deafen();
    for (const socket of this.#arriving) socket.destroy();
    for (const connection of this.#connections) connection.drop();
    for (const session of this.#parts.sessions.all) this.#parts.sessions.end(session);
  }

  #dispatch(happening: Happening): void {
    for (const session of this.#parts.sessions.all) {
      if (hears(session, happening)) session.dispatch(happening.name, happening.data);
    }
  }

  #introduce(guild: Guild): void {
    const { sessions, world } = this.#parts;
    for (const session of sessions.all) {
      if (isOfSession(guild, session)) introduce(world, session, guild);
    }
  }

  #admit(socket: WebSocket, query: URLSearchParams): void {
    // What the bot sends is no WebSocket: the socket is closed already.
    socket.on("error", () => undefined);
    const problem = findProblem(query);
    if (problem) return socket.close(problem.code, problem.message);
    const connection = new GatewayConnection(socket, this.#parts, Number(query.get("v") ?? "10"));
    this.#connections.add(connection);
    const forget = () => this.#connections.delete(connection);
    socket.on("close", guarded(forget, forget));
    const [oldest] = this.#connections;
    if (this.#connections.size > mostConnections) oldest?.drop();
  }
}

/** What the emulator does not speak. */
function findProblem(query: URLSearchParams): Closing | undefined {
  const code = GatewayCloseCode.InvalidApiVersion;
  if (!/^(?:[6-9]|1[01])$/.test(query.get("v") ?? "10")) return new Closing(code);
  if ((query.get("encoding") ?? "json") !== "json")
    return new Closing(code, "The emulator's gateway speaks JSON: connect with encoding=json.");
  if (query.has("compress"))
    return new Closing(code, "The emulator's gateway does not compress: connect without compress.");
  return undefined;
}
