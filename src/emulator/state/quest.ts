import { fields } from "../../core/check/fields.ts";
import { type Reader, listOf, optional, textOf, parseSnowflake } from "../../core/check/readers.ts";
import { inspectAs } from "../../core/printing.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import type { Clock } from "../base/clock.ts";
import { Listeners, idOf } from "../base/recent.ts";

/** A Quest of an application: something players are rewarded for. */
export interface QuestInit {
  /** Id of the Quest. Default: made at random. */
  readonly id?: SnowflakeInput | undefined;
  /** The target of its button. */
  readonly url: string;
  /** Names of the players who have accepted it. Default nobody. */
  readonly enrolled?: readonly string[] | undefined;
}

/** How far a player is. */
export interface QuestEnrollment {
  /** Name of the player. */
  readonly player: string;
  /** ISO 8601. */
  readonly enrolledAt: string;
  /** When their Activity started the timer; undefined before. ISO 8601. */
  readonly startedAt?: string | undefined;
  /** ISO 8601. */
  readonly completedAt?: string | undefined;
}

const readName = textOf({ most: 100 });

/** Reads a Quest. */
export const readQuestInit: Reader<QuestInit> = fields<QuestInit>({
  id: optional(parseSnowflake),
  url: textOf({ most: 2048 }),
  enrolled: optional(listOf(readName)),
});

/** A Quest, with how far each player is. Activities hear of who accepts it (`QUEST_ENROLLMENT_STATUS_UPDATE`). */
export class Quest {
  static {
    inspectAs(this.prototype, ({ id, url, progress }) => ({ id, url, progress }));
  }
  /** The id that the SDK's commands for Quests take. */
  readonly id: Snowflake;
  /** The target of its button. */
  readonly url: string;
  /** Told of who accepts it. @internal */
  readonly enrollments: Listeners<QuestEnrollment> = new Listeners();
  readonly #clock: Clock;
  readonly #progress = new Map<string, QuestEnrollment>();

  /** @internal */
  constructor({ url, enrolled = [], ...init }: QuestInit, clock: Clock) {
    this.#clock = clock;
    this.id = idOf(init, clock.now());
    this.url = url;
    for (const player of enrolled) this.enroll(player);
  }

  /** How far each player is who has accepted it. */
  get progress(): readonly QuestEnrollment[] {
    return [...this.#progress.values()];
  }

  /** How far a player is; undefined if the player has not accepted it. */
  of(player: string): QuestEnrollment | undefined {
    return this.#progress.get(readName(player, "player"));
  }

  /** Lets a player accept it. @throws ClientError `invalid_argument` (ValidationError). */
  enroll(player: string): void {
    const name = readName(player, "player");
    if (this.#progress.has(name)) return;
    this.enrollments.tell(this.#set({ player: name, enrolledAt: this.#now() }));
  }

  /** Lets a player have done it, who accepts it where they had not. */
  complete(player: string): void {
    this.enroll(player);
    this.#set({ ...(this.of(player) as QuestEnrollment), completedAt: this.#now() });
  }

  /** As it is now; progress beyond having accepted it is no part of it. @internal */
  save(): QuestInit {
    return { id: this.id, url: this.url, enrolled: [...this.#progress.keys()] };
  }

  /** The Activity of a player starts the timer; false if the player has not accepted the Quest. @internal */
  start(player: string): boolean {
    const progress = this.of(player);
    if (progress) this.#set({ ...progress, startedAt: progress.startedAt ?? this.#now() });
    return progress !== undefined;
  }

  #set(progress: QuestEnrollment): QuestEnrollment {
    this.#progress.set(progress.player, progress);
    return progress;
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}
