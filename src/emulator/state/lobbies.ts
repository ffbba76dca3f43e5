import { parseObject } from "../../core/request/response.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { LobbyMember, LobbyMemberUpdate } from "../../wire/lobby.ts";
import { Recent } from "../base/recent.ts";
import type { Player, Players } from "./players.ts";

/** An application's lobby. @stable */
export class Lobby {
  readonly id: Snowflake;
  readonly #members = new Map<Snowflake, LobbyMember>();

  /** @internal */
  constructor(id: Snowflake) {
    this.id = id;
  }

  /** The current members. */
  get members(): readonly LobbyMember[] {
    return [...this.#members.values()];
  }

  /** @internal */
  update({ id, ...change }: LobbyMemberUpdate & { readonly id: Snowflake }): LobbyMember | undefined {
    if (change.remove_member) {
      this.#members.delete(id);
      return undefined;
    }
    const { metadata = null, flags = 0, additional_name: name } = this.#members.get(id) ?? {};
    const additional_name = change.additional_name === undefined ? name : change.additional_name;
    const member = {
      id,
      metadata: change.metadata === undefined ? metadata : change.metadata,
      flags: change.flags === undefined ? flags : (change.flags ?? 0),
      ...(typeof additional_name === "string" && { additional_name }),
    };
    this.#members.set(id, member);
    return member;
  }
}

export interface ExternalProof {
  readonly clientId: Snowflake;
  readonly type: string;
  /** A secret. JSON Web Tokens are equivalent if they have the same subject. */
  readonly token: string;
}

export class ExternalAccounts {
  readonly #players: Players;
  readonly #provisional = new Recent<string, Player>();
  readonly #linked = new Recent<string, Snowflake>();

  constructor(players: Players) {
    this.#players = players;
  }

  provisional(proof: ExternalProof): Player {
    const key = keyOf(proof);
    const player = this.#provisional.get(key) ?? this.#players.addProvisional();
    this.#provisional.set(key, player);
    return player;
  }

  linked(proof: ExternalProof): Snowflake | undefined {
    return this.#linked.get(keyOf(proof));
  }

  link(proof: ExternalProof, playerId: Snowflake): void {
    this.#linked.set(keyOf(proof), playerId);
  }

  unlink(proof: ExternalProof): void {
    this.#linked.delete(keyOf(proof));
  }
}

export function externalSubject(token: string): string {
  const [, payload = ""] = token.split(".");
  const { sub } = parseObject(Buffer.from(payload, "base64url").toString());
  return typeof sub === "string" ? sub : token;
}

function keyOf({ clientId, type, token }: ExternalProof): string {
  return JSON.stringify([clientId, type, externalSubject(token)]);
}
