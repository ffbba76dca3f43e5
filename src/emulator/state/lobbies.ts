import type { Snowflake } from "../../wire/snowflake.ts";
import type { LobbyMember, LobbyMemberUpdate } from "../../wire/lobby.ts";

/** A lobby of an application: players whom it has brought together. */
export class Lobby {
  readonly id: Snowflake;
  readonly #members = new Map<Snowflake, LobbyMember>();

  constructor(id: Snowflake) {
    this.id = id;
  }

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
