import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { guarded } from "../../core/check/callback.ts";
import { GatewayCloseCode, GatewayIntent } from "../../wire/gateway.ts";
import { urlOf, gatewayPath, gatewayUrl } from "../base/http.ts";
import { acceptWebSocket, refuseUpgrade, type Upgrade } from "../base/sockets.ts";
import type { Guild } from "../state/guild.ts";
import type { WorldEvent } from "../state/world-events.ts";
import type { World } from "../state/world.ts";
import { Closing, openCompressedStream } from "./payload.ts";
import { GatewayConnection, type GatewayParts, type GatewayTransport } from "./connection.ts";
import { MemberRequests } from "./member-requests.ts";
import { introduce, isOfSession } from "./identify.ts";
import { type GatewaySession, Sessions } from "./sessions.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { GatewayEventName } from "../../wire/gateway.ts";
import { Permission } from "../../wire/permission.ts";
import { isOfShard } from "../state/online-bots.ts";
import { permits } from "../state/permission-book.ts";
import { optional } from "../../core/check/readers.ts";
import { type EmulatorApplication, readApplication } from "../state/application.ts";
import type { GatewayControls } from "./gateway-controls.ts";

const mostConnections = 200;
const longestMessage = 64 * 1024;

export class Gateway {
  readonly #parts: GatewayParts;
  readonly #connections = new Set<GatewayConnection>();
  readonly #arriving = new Set<Duplex>();
  readonly #unsubscribe: readonly (() => void)[];

  constructor(world: World) {
    this.#parts = { world, sessions: new Sessions(world), memberRequests: new MemberRequests(world) };
    this.#unsubscribe = [
      world.worldEvents.listen((event) => this.#dispatch(event)),
      world.guilds.listen((guild) => this.#introduce(guild)),
    ];
  }

  get connections(): readonly GatewayConnection[] {
    return [...this.#connections];
  }

  async upgrade(upgrade: Upgrade): Promise<void> {
    const { request, socket } = upgrade;
    const drop = () => socket.destroy();
    socket.on("error", guarded(drop, drop));
    const { pathname, searchParams } = urlOf(request);
    if (!isGatewayPath(pathname)) return refuseUpgrade(socket);
    const url = gatewayUrl(String(request.headers.host));
    const admit = (opened: WebSocket) => this.#admit(opened, readQuery(searchParams, url));
    this.#arriving.add(socket);
    await acceptWebSocket(upgrade, longestMessage, admit).finally(() => this.#arriving.delete(socket));
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const socket of this.#arriving) socket.destroy();
    for (const connection of this.#connections) connection.drop();
    for (const session of this.#parts.sessions.all) this.#parts.sessions.end(session);
  }

  #dispatch(event: WorldEvent): void {
    for (const session of this.#parts.sessions.all) {
      if (receivesEvent(session, event)) session.dispatch(event.name, event.data);
    }
  }

  #introduce(guild: Guild): void {
    for (const session of this.#parts.sessions.all) {
      if (isOfSession(guild, session)) introduce(session, guild);
    }
  }

  #admit(socket: WebSocket, transport: GatewayTransport | Closing): void {
    // `close` follows `error`.
    socket.on("error", () => undefined);
    if (transport instanceof Closing) return socket.close(transport.code, transport.message);
    const connection = new GatewayConnection(socket, this.#parts, transport);
    this.#connections.add(connection);
    const forget = () => this.#connections.delete(connection);
    socket.on("close", guarded(forget, forget));
    const [oldest] = this.#connections;
    if (this.#connections.size > mostConnections) oldest?.drop();
  }
}

/** The service's gateway has its own host and uses the root path. */
function isGatewayPath(pathname: string): boolean {
  return pathname === "/" || pathname.replace(/\/$/, "") === gatewayPath;
}

function readQuery(query: URLSearchParams, url: string): GatewayTransport | Closing {
  const code = GatewayCloseCode.InvalidApiVersion;
  const version = query.get("v") ?? "10";
  if (!/^(?:[6-9]|1[01])$/.test(version)) return new Closing(code);
  if ((query.get("encoding") ?? "json") !== "json")
    return new Closing(code, "The emulator's gateway only supports JSON: connect with encoding=json.");
  const stream = openCompressedStream(query.get("compress"));
  return stream instanceof Closing ? stream : { url, version: Number(version), stream };
}

/**
 * The intents that each event requires (Discord documentation, Gateway, "List of Intents"). Other events are sent only to the
 * events URL.
 */
const neededIntents: Readonly<Record<GatewayEventName, number>> = {
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: 0,
  ENTITLEMENT_CREATE: 0,
  ENTITLEMENT_UPDATE: 0,
  ENTITLEMENT_DELETE: 0,
  GUILD_AUDIT_LOG_ENTRY_CREATE: GatewayIntent.GuildModeration,
  GUILD_MEMBER_ADD: GatewayIntent.GuildMembers,
  GUILD_MEMBER_UPDATE: GatewayIntent.GuildMembers,
  GUILD_MEMBER_REMOVE: GatewayIntent.GuildMembers,
  INTERACTION_CREATE: 0,
  RATE_LIMITED: 0,
  SUBSCRIPTION_CREATE: 0,
  SUBSCRIPTION_UPDATE: 0,
  SUBSCRIPTION_DELETE: 0,
};

export function receivesEvent(
  { identity }: GatewaySession,
  { name, data, applicationId }: WorldEvent,
): boolean {
  const { application, shard } = identity;
  const intent = (neededIntents as Readonly<Record<string, number | undefined>>)[name];
  if (intent === undefined || (identity.intents & intent) !== intent) return false;
  if (applicationId !== undefined && applicationId !== application.id) return false;
  const guildId = (data as { readonly guild_id?: Snowflake | null }).guild_id ?? undefined;
  if (!isOfShard(shard, guildId)) return false;
  if (applicationId === undefined && guildId !== undefined && !application.isIn(guildId)) return false;
  return name !== "GUILD_AUDIT_LOG_ENTRY_CREATE" || permits(application.permissions, Permission.ViewAuditLog);
}

export function createControls(gateway: Gateway): GatewayControls {
  const find = (application: EmulatorApplication | undefined) => {
    const wanted = optional(readApplication)(application, "application");
    return gateway.connections.flatMap((connection) => {
      const identity = connection.session?.identity;
      const isMeant = identity && (wanted === undefined || wanted === identity.application);
      return isMeant ? [{ connection, identity }] : [];
    });
  };
  const each = (act: (connection: GatewayConnection) => void) => (application?: EmulatorApplication) => {
    for (const { connection } of find(application)) act(connection);
  };
  return {
    bots: (filter) =>
      find(filter).map(({ identity: { application, shard, intents } }) => {
        return { applicationId: application.id, shard, intents };
      }),
    drop: each((connection) => connection.drop()),
    reconnect: each((connection) => connection.reconnect()),
    invalidate: each((connection) => connection.invalidate()),
    requestHeartbeat: each((connection) => connection.requestHeartbeat()),
  };
}
