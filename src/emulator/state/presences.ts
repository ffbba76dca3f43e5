import { Recent } from "../base/recent.ts";
import { validationError } from "../../core/errors.ts";
import { joinEvent, joinRequestEvent, type PresenceData } from "../../wire/presence.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { EmulatorApplication } from "./application.ts";
import { describePlayer, type Player, type Players } from "./players.ts";

/** An activity as friends see it. @experimental */
export interface PlayerPresence extends Omit<PresenceData, "secrets"> {
  readonly application: EmulatorApplication;
  /** The game's process id. */
  readonly pid: number;
  /** Default: the application's name. */
  readonly name: string;
}

export interface PresentGame {
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly pid: number;
  readonly activity: PresenceData | undefined;
  /** Returns whether the game has subscribed to the event. */
  dispatch(event: string, data: object): boolean;
}

/** A request to join a player's party. @experimental */
export interface EmulatedJoinRequest {
  /** The game's answer. Changes when the game answers. */
  readonly answer: "pending" | "accepted" | "declined";
  /** The number of games that received the request. */
  readonly games: number;
}

type OpenRequest = { -readonly [Key in keyof EmulatedJoinRequest]: EmulatedJoinRequest[Key] };

export class Presences {
  readonly #players: Players;
  readonly #games = new Set<PresentGame>();
  /** Keyed by game and by the asking player's id. */
  readonly #requests = new WeakMap<PresentGame, Recent<Snowflake, OpenRequest>>();

  constructor(players: Players) {
    this.#players = players;
  }

  /** Adds a game, or moves an existing game to the end of the list. */
  add(game: PresentGame): void {
    this.#games.delete(game);
    this.#games.add(game);
  }

  remove(game: PresentGame): void {
    this.#games.delete(game);
  }

  /** Latest game first. */
  of(player: Player): readonly PlayerPresence[] {
    const games = this.#gamesOf().filter((game) => game.player === player);
    return games.toReversed().flatMap(({ application, pid, activity }) => {
      if (!activity) return [];
      const { secrets: _secrets, ...shown } = activity;
      return [{ ...shown, name: activity.name ?? application.name, application, pid }];
    });
  }

  isJoinable(player: Player): boolean {
    return this.#gamesOf().some((game) => game.player === player && game.activity?.secrets);
  }

  /** @throws ClientError `not_found` (ValidationError). */
  requestToJoin(asking: string, application?: EmulatorApplication): EmulatedJoinRequest {
    const games = this.#gamesOf(application).filter(({ activity }) => activity?.secrets);
    if (games.length === 0)
      throw validationError(
        "not_found",
        "No game shows an activity that can be joined.",
        "Have the game set an activity with secrets.join.",
      );
    const player = this.#players.findOrAdd(asking);
    const request: OpenRequest = { answer: "pending", games: 0 };
    const data = { user: describePlayer(player) };
    for (const game of games) {
      const requests = this.#requests.get(game) ?? new Recent();
      this.#requests.set(game, requests);
      requests.set(player.id, request);
      if (game.dispatch(joinRequestEvent, data)) request.games++;
    }
    return request;
  }

  /** Returns whether the player's request to join the game was still unanswered. */
  answer(game: PresentGame, playerId: unknown, answer: "accepted" | "declined"): boolean {
    const request = this.#requests.get(game)?.get(String(playerId));
    if (request?.answer !== "pending") return false;
    request.answer = answer;
    return true;
  }

  join(secret: string, application?: EmulatorApplication): number {
    return this.#gamesOf(application).filter((game) => game.dispatch(joinEvent, { secret })).length;
  }

  #gamesOf(application?: EmulatorApplication): readonly PresentGame[] {
    return [...this.#games].filter((game) => !application || game.application === application);
  }
}
