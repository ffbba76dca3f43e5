import { GatewayCloseCode, GatewayIntent, gatewayLimits, GatewayOpcode } from "../../wire/gateway.ts";
import { memberRequests } from "../../wire/limits.ts";
import { Recent } from "../base/recent.ts";
import { describeGuildMember } from "../state/descriptions.ts";
import type { Guild, Member } from "../state/guild.ts";
import type { World } from "../state/world.ts";
import { Closing, requireObject, isCount } from "./payload.ts";
import { isOfSession } from "./identify.ts";
import type { GatewaySession } from "./sessions.ts";

interface MemberRequest {
  readonly guildId: unknown;
  readonly query: string | undefined;
  readonly limit: number;
  readonly ids: readonly string[];
  readonly nonce: string | undefined;
}

interface Found {
  readonly members: readonly Member[];
  readonly missing?: readonly string[];
}

/** See Discord documentation, Gateway Events, "Request Guild Members". */
export class MemberRequests {
  readonly #world: World;
  readonly #next = new Recent<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  /** @throws `Closing` with code 4001 if the request is invalid. */
  answer(session: GatewaySession, d: unknown): void {
    const request = readRequest(d);
    const guild = this.#world.guilds.byId(String(request.guildId));
    // Like the service, ignores requests for guilds outside the session.
    if (!guild || !isOfSession(guild, session)) return;
    if (request.query === undefined) return send(session, guild, request, findById(guild, request.ids));
    if (request.query === "" && request.limit === 0) return this.#sendAll(session, guild, request);
    send(session, guild, request, { members: findByName(guild, request.query, request.limit) });
  }

  #sendAll(session: GatewaySession, guild: Guild, request: MemberRequest): void {
    const { application, intents } = session.identity;
    if ((intents & GatewayIntent.GuildMembers) === 0) return;
    const waitsMs = this.#count(`${application.id} ${guild.id}`);
    if (waitsMs === 0) return send(session, guild, request, { members: guild.members });
    session.dispatch("RATE_LIMITED", {
      opcode: GatewayOpcode.RequestGuildMembers,
      retry_after: waitsMs / 1000,
      meta: { guild_id: guild.id, ...withNonce(request) },
    });
  }

  #count(key: string): number {
    const now = this.#world.clock.now();
    const next = this.#next.get(key) ?? now;
    if (next > now) return next - now;
    this.#next.set(key, now + memberRequests.everyMs);
    return 0;
  }
}

function findByName({ members }: Guild, query: string, limit: number): readonly Member[] {
  const start = query.toLowerCase();
  const found = members.filter(({ player: { username, name }, nick }) =>
    [username, name, nick ?? ""].some((one) => one.toLowerCase().startsWith(start)),
  );
  const most = gatewayLimits.requestedMembers;
  return found.slice(0, limit === 0 ? most : Math.min(limit, most));
}

function findById(guild: Guild, ids: readonly string[]): Found {
  const members = guild.members.filter(({ player }) => ids.includes(player.id));
  return { members, missing: ids.filter((id) => !members.some(({ player }) => player.id === id)) };
}

function readRequest(d: unknown): MemberRequest {
  const { guild_id: guildId, query, limit = 0, user_ids: users, nonce } = requireObject(d);
  const ids = (Array.isArray(users) ? users : users === undefined ? [] : [users]) as readonly unknown[];
  const isOfQuery = typeof query === "string" && isCount(limit);
  const isOfIds = users !== undefined && ids.length <= gatewayLimits.requestedMembers && ids.every(isText);
  if (!isText(guildId) || !(users === undefined ? isOfQuery : isOfIds))
    throw new Closing(GatewayCloseCode.UnknownOpcode);
  return {
    guildId,
    query: users === undefined ? (query as string) : undefined,
    limit: limit as number,
    ids: ids as readonly string[],
    nonce: isText(nonce) && Buffer.byteLength(nonce) <= gatewayLimits.nonceBytes ? nonce : undefined,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function send(
  session: GatewaySession,
  { id }: Guild,
  request: MemberRequest,
  { members, missing = [] }: Found,
): void {
  const size = gatewayLimits.membersPerChunk;
  const count = Math.max(1, Math.ceil(members.length / size));
  for (let index = 0; index < count; index++) {
    session.dispatch("GUILD_MEMBERS_CHUNK", {
      guild_id: id,
      members: members.slice(index * size, (index + 1) * size).map(describeGuildMember),
      chunk_index: index,
      chunk_count: count,
      ...(missing.length > 0 && { not_found: missing }),
      ...withNonce(request),
    });
  }
}

function withNonce({ nonce }: MemberRequest): { readonly nonce?: string } {
  return nonce === undefined ? {} : { nonce };
}
