import { parseObject } from "../../core/request/response.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { LobbyMember, LobbyMemberUpdate } from "../../wire/lobby.ts";
import { Recent } from "../base/recent.ts";
import type { Player, Players } from "./players.ts";

/** A lobby of an application: players whom it has brought together. */
export class Lobby {
  /** The id in the paths of the API. */
  readonly id: Snowflake;
  readonly #members = new Map<Snowflake, LobbyMember>();

  constructor(id: Snowflake) {
    this.id = id;
  }

  /** The players who are in it now. */
  get members(): readonly LobbyMember[] {
    return [...this.#members.values()];
  }

  /** Adds, changes or removes one user. @returns the member, unless they were removed. @internal */
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

/** Proof of who somebody is, from another identity provider, for one application. */
export interface ExternalProof {
  readonly clientId: Snowflake;
  readonly type: string;
  /** A secret. A JSON Web Token stands for its subject, anything else for itself. */
  readonly token: string;
}

/** The players that external identities stand for: provisional accounts, and accounts that were linked. */
export class ExternalAccounts {
  readonly #players: Players;
  readonly #provisional = new Recent<string, Player>();
  readonly #linked = new Recent<string, Snowflake>();

  constructor(players: Players) {
    this.#players = players;
  }

  /** The provisional account of an identity; made when it is first asked for. */
  provisional(proof: ExternalProof): Player {
    const key = keyOf(proof);
    const player = this.#provisional.get(key) ?? this.#players.addProvisional();
    this.#provisional.set(key, player);
    return player;
  }

  /** The player whose account the identity is linked to. */
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

/** The player's id at the identity provider. */
export function externalSubject(token: string): string {
  const [, payload = ""] = token.split(".");
  const { sub } = parseObject(Buffer.from(payload, "base64url").toString());
  return typeof sub === "string" ? sub : token;
}

function keyOf({ clientId, type, token }: ExternalProof): string {
  return JSON.stringify([clientId, type, externalSubject(token)]);
}
